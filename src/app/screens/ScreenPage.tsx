import { Suspense, use, useEffect, useSyncExternalStore } from 'react'
import { useLocation, useNavigationType, useParams } from 'react-router'
import { isClosed } from '#engine/conditions/forbidden.ts'
import { PortsContext, useEngine } from '#engine/engine.ts'
import { lazyPart } from '#engine/lazy-part.ts'
import { useOpened } from '#engine/property/state/use-reconnected.ts'
import { ClosedScreen } from '#engine/screens/ClosedScreen.tsx'
import { Optional } from '#engine/screens/Optional.tsx'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { useSession } from '#session/session.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorState, NotKnown } from '#ui/page/states.tsx'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { isLost, MissingContext } from '#ui/parts/lazy.ts'
import { kindOf } from '../kinds.tsx'
import { inputsAt } from '../public/public-router.ts'
import { blame } from '../report.ts'
import styles from './MissingPart.module.css'
import { useOpenScreen } from './open-screen.ts'
import { PageSkeleton } from './PageSkeleton.tsx'
import { titleOf } from './title.ts'

const SharedNotice = lazyPart(() => import('./SharedNotice.tsx'), ['sharing'])

const never = () => () => {}

/** What the tab is called: many open devices are told apart by their names. */
function Title({ screen, id }: { screen: ScreenHead; id: string | undefined }) {
  const state = useSession()
  const text = useText()
  const home = use(PortsContext)?.home
  const device = screen.kind === 'device' ? id : undefined
  const name = useSyncExternalStore(home?.subscribe ?? never, () =>
    device === undefined ? undefined : home?.device(device)?.name,
  )
  return <title>{titleOf(screen.id, state, text, name)}</title>
}

/** One screen of the catalogue with its title; a fault in it leaves menu and header alone. */
export function ScreenPage({ head }: { head: ScreenHead }) {
  const params = useParams()
  const { pathname } = useLocation()
  const { gateway } = useSession()
  const { situation } = useEngine()
  return (
    <>
      <Title screen={head} id={params.id} />
      <Boundary
        of={pathname}
        onError={(error) => {
          if (!isLost(error)) blame({ error, screen: head.id })
        }}
        fallback={(retry, error) => <Failed {...{ retry, error }} />}
      >
        <MissingContext value={MissingPart}>
          {situation.reach && head.access?.gateway && (
            <Optional of="shared">
              <SharedNotice gateway={gateway} reach={situation.reach} />
            </Optional>
          )}
          <Suspense fallback={<PageSkeleton />}>
            {isClosed(head, situation) ? (
              <ClosedScreen id={head.id} />
            ) : (
              <Drawn
                id={head.id}
                params={definite(params)}
                of={head.access?.gateway ? gateway?.serialNumber : undefined}
              />
            )}
            <Arrival at={pathname} />
          </Suspense>
        </MissingContext>
      </Boundary>
    </>
  )
}

/**
 * What is there is drawn at once; until anything else has come, the skeleton stands in for it. A page about a home
 * begins anew with another home (`of`): nothing of the one gets into the other.
 */
function Drawn({ id, params, of }: { id: string; params: Record<string, string>; of: string | undefined }) {
  const screen = useOpenScreen(id)
  const inputs = inputsAt('address' in screen ? screen.address : undefined, useLocation())
  const Kind = kindOf(screen)
  return <Kind key={`${id} ${of ?? ''}`} screen={screen} params={{ ...params, ...inputs }} />
}

const definite = (params: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? '']))

let arrivedAt: string | undefined

/** After navigation the title takes the focus and the page begins at its top; the first page is left as the browser has it. */
function Arrival({ at }: { at: string }) {
  const type = useNavigationType()
  useEffect(() => {
    if (arrivedAt !== undefined && arrivedAt !== at) {
      // A dialog that has been opened meanwhile keeps the focus.
      if (!document.querySelector('[aria-modal="true"]'))
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      if (type !== 'POP') window.scrollTo(0, 0)
    }
    arrivedAt = at
  }, [at, type])
  return null
}

/** In the place of a page that failed. One whose code did not come opens by itself once the server is back. */
function Failed({ retry, error }: { retry(): void; error: unknown }) {
  const { t } = useText()
  const lost = isLost(error)
  useOpened(() => {
    if (lost) retry()
  })
  return (
    <ErrorState
      whole
      title={t('shell.failure.title')}
      details={error instanceof Error && !lost ? error.message : undefined}
      onRetry={retry}
    >
      <p>{t(lost ? 'shell.start.text' : 'shell.failure.text')}</p>
      {/* Of what was never answered no browser asks for a second time while the page is open. */}
      <Button look="quiet" onClick={() => location.reload()}>
        {t('shell.failure.reload')}
      </Button>
    </ErrorState>
  )
}

/** In the place of a part of a page whose code did not come; the page itself stays as it is. */
function MissingPart({ retry }: { retry(): void }) {
  const { t } = useText()
  useOpened(retry)
  return (
    <div className={styles.missing} ref={(it) => it?.scrollIntoView?.({ block: 'nearest' })}>
      <NotKnown onRetry={retry}>{t('shell.missingPart')}</NotKnown>
    </div>
  )
}
