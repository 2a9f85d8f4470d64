import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { usePeople } from '#engine/objects/people.ts'
import { personWords } from '#engine/objects/person-words.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { CallAddress as Address } from '#schemas/generated/entities/call-address.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Copied } from './Copied.tsx'
import styles from './calls.module.css'
import { type Called, useCallAddress } from './use-call-address.ts'

/** The address that begins a scene, or sets a status, when it is called from elsewhere: made, shown once, renewed, revoked. */
export function CallAddress({ called }: { called: Called }) {
  const { t } = useText()
  const { situation } = useEngine()
  // Where nobody can be asked for it, as in a twin, there is none, and nothing that failed.
  if (isOutOfReach({ operations: ['listCallAddresses'] }, situation))
    return <Notice tone="info">{t('calls.nowhere')}</Notice>
  return <OwnAddress called={called} />
}

function OwnAddress({ called }: { called: Called }) {
  const text = useText()
  const { t } = text
  const { situation } = useEngine()
  const [asking, setAsking] = useState<'renew' | 'revoke'>()
  const { address, url, state, failure, retry, working, make, remove } = useCallAddress(called)
  const kind = 'rule_id' in called ? 'scene' : 'status'
  const why = isOutOfReach({ operations: ['makeCallAddress', 'removeCallAddress'] }, situation)
    ? t('engine.forbidden')
    : undefined
  if (state === 'loading') return <Skeleton height="96px" />
  if (state === 'failed')
    return (
      <ErrorState title={t('calls.failed')} onRetry={retry}>
        {failureText(failure, text)}
      </ErrorState>
    )
  return (
    <section className={styles.address} aria-label={t('calls.address')}>
      <p>{t(`calls.about.${kind}`)}</p>
      {url !== undefined && (
        <>
          <ul>
            {(kind === 'scene' ? (['run'] as const) : (['on', 'off'] as const)).map((way) => (
              <Copied key={way} label={t(`calls.way.${way}`)} text={way === 'run' ? url : `${url}/${way}`} />
            ))}
          </ul>
          <Notice tone="warn" urgent>
            {t('calls.once')}
          </Notice>
        </>
      )}
      {address && url === undefined && <Known address={address} />}
      <div className={styles.ways}>
        {address ? (
          <>
            <Button
              icon="refresh"
              busy={working}
              disabled={why !== undefined}
              title={why}
              onClick={() => setAsking('renew')}
            >
              {t('calls.renew')}
            </Button>
            <Button
              look="danger"
              icon="trash"
              busy={working}
              disabled={why !== undefined}
              title={why}
              onClick={() => setAsking('revoke')}
            >
              {t('calls.revoke')}
            </Button>
          </>
        ) : (
          <Button
            icon="link"
            busy={working}
            disabled={why !== undefined}
            title={why}
            onClick={() => void make()}
          >
            {t('calls.make')}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t(`calls.ask.${asking}`)}
          text={t(`calls.ask.${asking}Text`)}
          yes={t(`calls.${asking}`)}
          destroys={asking === 'revoke'}
          onYes={() => {
            setAsking(undefined)
            void (asking === 'renew' ? make() : remove())
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

/** What is known of an address whose secret was told before. */
function Known({ address: { made_at, made_by, called_at, calls } }: { address: Address }) {
  const text = useText()
  const { t } = text
  const moment = useHomeMoment()
  const now = useNow()
  const { me, people } = usePeople()
  return (
    <p>
      {t('calls.made', { when: moment(made_at, now), who: personWords(made_by, { text, me, people }) })}{' '}
      {called_at === undefined
        ? t('calls.never')
        : t('calls.called', { count: calls, when: moment(called_at, now) })}
    </p>
  )
}
