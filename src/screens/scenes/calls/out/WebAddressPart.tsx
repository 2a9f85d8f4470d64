import { useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import type { WebAddress } from '#schemas/generated/entities/web-address.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Copied } from '../Copied.tsx'
import styles from '../calls.module.css'
import type { useWebAddresses } from './use-web-addresses.ts'
import { WebAddressFields } from './WebAddressFields.tsx'

export type Editing = 'new' | 'known' | undefined

interface Props {
  /** Whoever holds it keeps a secret in sight that is told once. */
  book: ReturnType<typeof useWebAddresses>
  /** Of the address that is called. */
  chosen: { id: string; name: string } | undefined
  /** None was chosen or kept, and somebody has wanted to go on. */
  judged: boolean
  /** What is filled in of an address, which is not kept yet. */
  editing: Editing
  onEdit(editing: Editing): void
  onChoose(address: Pick<WebAddress, 'id' | 'name'> | undefined): void
}

/** Which address is called: one that the home knows, or a new one; its secret is shown once. */
export function WebAddressPart({ book, chosen, judged, editing, onEdit, onChoose }: Props) {
  const text = useText()
  const { t } = text
  const { situation } = useEngine()
  const [asking, setAsking] = useState<'renew' | 'remove'>()
  const why = isOutOfReach({ operations: ['makeWebAddress', 'removeWebAddress'] }, situation)
    ? t('engine.forbidden')
    : undefined
  const { addresses, failure, retry, working } = book
  // Where nobody can be asked for them, as in a twin, there are none, and nothing has failed.
  if (isOutOfReach({ operations: ['listWebAddresses'] }, situation))
    return <Notice tone="info">{t('calls.nowhere')}</Notice>
  if (!addresses)
    return failure ? (
      <ErrorState title={t('calls.out.failed')} onRetry={retry}>
        {failureText(failure, text)}
      </ErrorState>
    ) : (
      <Skeleton height="96px" />
    )
  const known = addresses.find(({ id }) => id === chosen?.id)
  const gone = chosen && !known
  if (editing || addresses.length === 0)
    return (
      <WebAddressFields
        address={editing === 'known' ? known : undefined}
        judged={judged}
        busy={working}
        why={why}
        onSave={async (wanted) => {
          const kept = await book.save(wanted, editing === 'known' ? known : undefined)
          if (kept === undefined || kept === 'bad') return kept
          // What somebody else has made of it stands there in place of what was typed.
          if (kept === 'changed') return void onEdit(undefined)
          onEdit(undefined)
          onChoose(kept)
          return undefined
        }}
        onCancel={addresses.length === 0 ? undefined : () => onEdit(undefined)}
      />
    )
  const secret = known && book.secretOf(known.id)
  return (
    <section className={styles.address} aria-label={t('calls.out.address')}>
      <SelectField
        label={t('calls.out.address')}
        value={chosen?.id ?? ''}
        error={gone ? t('calls.out.gone') : judged && !chosen ? t('calls.out.none') : undefined}
        choices={[
          ...(chosen ? [] : [{ value: '', label: t('calls.out.choose') }]),
          ...(gone ? [{ value: chosen.id, label: chosen.name }] : []),
          ...addresses.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => onChoose(addresses.find((one) => one.id === id))}
      />
      {known && <Known address={known} />}
      {secret !== undefined && (
        <>
          <ul>
            <Copied label={t('calls.out.secret')} text={secret} />
          </ul>
          <Notice tone="warn" urgent>
            {t('calls.out.once')}
          </Notice>
        </>
      )}
      <div className={styles.ways}>
        <Button
          icon="plus"
          size="dense"
          disabled={why !== undefined}
          title={why}
          onClick={() => onEdit('new')}
        >
          {t('calls.out.another')}
        </Button>
        {known && (
          <>
            <Button
              icon="edit"
              size="dense"
              disabled={why !== undefined}
              title={why}
              onClick={() => onEdit('known')}
            >
              {t('calls.out.edit')}
            </Button>
            <Button
              icon="refresh"
              size="dense"
              busy={working}
              disabled={why !== undefined}
              title={why}
              onClick={() => setAsking('renew')}
            >
              {t('calls.out.renew')}
            </Button>
            <Button
              look="danger"
              icon="trash"
              size="dense"
              busy={working}
              disabled={why !== undefined}
              title={why}
              onClick={() => setAsking('remove')}
            >
              {t('calls.out.remove')}
            </Button>
          </>
        )}
      </div>
      {asking && known && (
        <ConfirmDialog
          title={t(`calls.out.ask.${asking}`, { name: known.name })}
          text={t(`calls.out.ask.${asking}Text`)}
          yes={t(`calls.out.${asking}`)}
          destroys={asking === 'remove'}
          onYes={() => {
            setAsking(undefined)
            if (asking === 'renew') void book.renew(known.id)
            else void book.remove(known.id).then(() => onChoose(undefined))
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  )
}

/** Where it leads, and what became of the last call. */
function Known({ address: { url, method, called_at, answer } }: { address: WebAddress }) {
  const { t, say } = useText()
  const moment = useHomeMoment()
  const now = useNow()
  const [word = '', status = ''] = (answer ?? '').split(' ')
  return (
    <>
      <p>
        <code>
          {method} {url}
        </code>
      </p>
      <p>
        {called_at === undefined
          ? t('calls.out.never')
          : answer
            ? `${moment(called_at, now)}: ${say(`orders.${word}`, word, { status })}`
            : t('calls.out.arrived', { when: moment(called_at, now) })}
      </p>
    </>
  )
}
