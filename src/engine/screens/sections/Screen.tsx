import { Suspense, useEffect, useReducer, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import type { Block, FactsBlock, ListBlock, SectionsScreen } from '#schemas/generated/definitions/screen.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Face } from '#ui/marks/Face.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { ActionButtons } from '../../actions/ActionButtons.tsx'
import { useActions } from '../../actions/use-actions.tsx'
import { usesOf } from '../../actions/use-of.ts'
import { isOutOfReach, type Needs, needsOf } from '../../conditions/forbidden.ts'
import { holds } from '../../conditions/holds.ts'
import type { Situation } from '../../conditions/situation.ts'
import { type ScreenProps, useEngine } from '../../engine.ts'
import { Facts } from '../../facts/Facts.tsx'
import { hrefOf } from '../../href.ts'
import { ClosedScreen } from '../ClosedScreen.tsx'
import { ListSkeleton } from '../list/ListSkeleton.tsx'
import { FormSection } from './FormSection.tsx'
import { joinedIn } from './joined.ts'
import styles from './Screen.module.css'
import { SectionFrame, type SectionProps } from './SectionFrame.tsx'

/** Where a section of a long page begins. */
const anchorOf = (id: string): string => `section-${id}`

/** What there is on a long page, beside it: one press leads there. Those that share a card are one. */
function Jump({ screen, blocks }: { screen: string; blocks: readonly Block[] }) {
  const { t, say } = useText()
  return (
    <nav className={styles.jump} aria-label={t('engine.jump')}>
      {blocks.map((block) => (
        <a key={block.id} href={`#${anchorOf(block.id)}`}>
          <Icon name={iconNamed('icon' in block ? block.icon : undefined)} size="small" />
          {say(
            `screens.${screen}.sections.${block.id}.group`,
            say(`screens.${screen}.sections.${block.id}.title`),
          )}
        </a>
      ))}
    </nav>
  )
}

const Rows = lazy(() => import('./ListRows.tsx'))

/** Rows of calls among other sections; their code comes with the first. */
function ListSection(props: SectionProps<ListBlock>) {
  return (
    <SectionFrame {...props}>
      {({ tries }) => (
        <Suspense fallback={<ListSkeleton rows={3} />}>
          <Rows {...props} tries={tries} />
        </Suspense>
      )}
    </SectionFrame>
  )
}

/** Names and values, of the gateway, of the session, or loaded. */
function FactsSection(props: SectionProps<FactsBlock>) {
  const { id, facts } = props.block
  return (
    <SectionFrame {...props}>
      {({ row, waiting, failed }) =>
        facts.length > 0 && <Facts facts={facts} words={id} row={row} waiting={waiting} failed={failed} />
      }
    </SectionFrame>
  )
}

function Section({ block, ...rest }: SectionProps<Block>) {
  const { blocks } = useEngine()
  switch (block.block) {
    case 'facts':
      return <FactsSection block={block} {...rest} />
    case 'form':
      return <FormSection block={block} {...rest} />
    case 'list':
      return <ListSection block={block} {...rest} />
    case 'custom': {
      const Component = blocks[block.component]
      if (!Component) throw new Error(`src/screens has no block ${block.component}`)
      return <Component params={rest.params} />
    }
  }
}

const WIDE = '(min-width: 1600px)'

/** One part after the other: sections of unlike heights leave no holes, and none changes sides while it loads. */
function columnsOf(blocks: readonly Block[], most: number): readonly (readonly Block[])[] {
  const columns: (readonly Block[])[] = []
  for (let from = 0; from < blocks.length; from += columns.at(-1)?.length ?? 0)
    columns.push(blocks.slice(from, from + Math.ceil((blocks.length - from) / (most - columns.length))))
  return columns
}

/** Rows and forms are as high as what comes; facts have their lines from the start. */
const comes = ({ block }: Block): boolean => block === 'list' || block === 'form'

/**
 * What stands below rows or a form that are still coming waits for them, so that nothing moves: in its own column
 * always, below another column where columns are stacked.
 */
function heldOf(columns: readonly (readonly Block[])[], settled: ReadonlySet<string>) {
  const held = new Map<string, 'always' | 'stacked'>()
  let above = false
  for (const column of columns) {
    let here = false
    for (const block of column) {
      if (here || above) held.set(block.id, here ? 'always' : 'stacked')
      here ||= comes(block) && !settled.has(block.id)
    }
    above ||= here
  }
  return held
}

/**
 * An address from elsewhere may name a section: it is in sight as soon as nothing above it moves, unless somebody reads
 * already. Of the window, since a gateway's own pages have no router.
 */
function useLanding(stands: boolean): void {
  const { hash } = window.location
  useEffect(() => {
    if (stands && hash !== '' && window.scrollY === 0)
      document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [stands, hash])
}

/** Whoever is signed in, as he is called. */
function whoIn({ session, flags }: Situation): { name: string; username: string } | undefined {
  const [firstName, lastName, username] = [session.firstName, session.lastName, session.username].map(
    (one) => (typeof one === 'string' ? one : ''),
  )
  if (!username) return undefined
  const name = flags.has('HIDE_SENSITIVE_DATA') ? '' : `${firstName ?? ''} ${lastName ?? ''}`.trim()
  return { name: name || username, username }
}

/** What a section lives of. */
const neededBy = (block: Block): Needs => needsOf(('load' in block && block.load) || {})

const NONE_JOINED: ReadonlySet<string> = new Set()

/** Several blocks on one page, each with its condition; one that fails leaves the others alone. */
export function Screen({ screen, params }: ScreenProps<SectionsScreen>) {
  const { say, t } = useText()
  const { definitions, situation } = useEngine()
  const runner = useActions()
  const parent = screen.parent === undefined ? undefined : definitions.screen(screen.parent)
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const [name, setName] = useState<string>()
  const [changes, changed] = useReducer((count: number) => count + 1, 0)
  const settle = (id: string): void => setSettled((before) => new Set(before).add(id))
  const blocks = screen.sections.filter(
    (block) => holds(block.when, situation, { row: params }) && !isOutOfReach(neededBy(block), situation),
  )
  // Once for as long as the page is open: a section that changes sides would lose what was typed into it.
  const [most] = useState(() => (globalThis.matchMedia?.(WIDE).matches ? 3 : 2))
  const columns = columnsOf(blocks, screen.jump ? 1 : most)
  const held = heldOf(columns, settled)
  const joined = screen.jump ? joinedIn(screen.sections, blocks) : NONE_JOINED
  useLanding(blocks.filter(comes).every(({ id }) => settled.has(id)))
  const who = screen.about === 'session' ? whoIn(situation) : undefined
  const title = say(`screens.${screen.id}.title`)
  const pageActions = usesOf(screen.pageActions, screen.actions ?? {}, situation)
  // decision 0300: a heading alone would be a page that never comes.
  if (blocks.length === 0) return <ClosedScreen id={screen.id} />
  return (
    <>
      <PageHeader
        title={name ?? who?.name ?? title}
        before={who && <Face large name={who.name} />}
        crumb={parent && { label: say(`screens.${parent.id}.title`), href: hrefOf(parent) }}
        context={
          who ? `${title} · ${who.username}` : screen.access?.gateway ? situation.gateway?.name : undefined
        }
        actions={
          pageActions.length > 0 ? (
            <ActionButtons actions={pageActions} runner={runner} bound={{ route: params }} />
          ) : undefined
        }
      />
      <div className={styles.sections} data-jump={screen.jump} data-columns={columns.length}>
        {screen.jump && <Jump screen={screen.id} blocks={blocks.filter(({ id }) => !joined.has(id))} />}
        {columns.map((column) => (
          <div key={column[0]?.id} className={styles.column}>
            {column.map((block) => (
              <div
                key={block.id}
                id={anchorOf(block.id)}
                data-held={held.get(block.id)}
                data-joined={joined.has(block.id) || undefined}
                data-half={('half' in block && block.half) || undefined}
              >
                <Boundary
                  of={block.id}
                  onError={() => settle(block.id)}
                  fallback={(retry) => (
                    <ErrorState
                      title={say(`screens.${screen.id}.sections.${block.id}.title`)}
                      onRetry={retry}
                    >
                      {t('shell.failure.text')}
                    </ErrorState>
                  )}
                >
                  <Section
                    block={block}
                    screen={screen}
                    params={params}
                    settled={settled.has(block.id)}
                    onSettled={() => settle(block.id)}
                    changes={changes}
                    onChanged={changed}
                    onNamed={setName}
                  />
                </Boundary>
              </div>
            ))}
          </div>
        ))}
      </div>
      {runner.overlays}
    </>
  )
}
