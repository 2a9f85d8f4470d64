import { useEffect, useRef, useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { holds } from '#engine/conditions/holds.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { hrefOf } from '#engine/href.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { DriftThing } from '#schemas/generated/entities/drift-thing.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePhone } from '#ui/use-phone.ts'
import { aspects, type Selected, whereOf } from './rules.ts'
import styles from './things.module.css'
import { useTold } from './use-told.ts'

const KINDS = ['changed', 'missing', 'extra', 'allowed'] as const
type Kind = (typeof KINDS)[number]
const kindOf = ({ how, allowed }: DriftThing): Kind => (allowed ? 'allowed' : how)

interface Props {
  goldenId: string
  selected: Selected
  /** Counts what is compared: it is asked for anew. */
  turn: string
}

/** In what those that are looked at differ, how they come back, and what may stay as it is. */
export function Things({ goldenId, selected, turn }: Props) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const { source } = usePorts()
  const [open, setOpen] = useState<string>()
  const phone = usePhone()
  const card = useRef<HTMLElement>(null)
  // Below all houses nobody would see that it came.
  useEffect(() => {
    if (phone) card.current?.scrollIntoView({ block: 'start' })
  }, [phone])
  const { aspect, title, gateways, differing, serialNumber } = selected
  const asked = { goldenId, aspect, ...whereOf(selected) }
  const things = useQuery({
    queryKey: rowsKey('listDriftThings', { ...asked, turn }),
    queryFn: ({ signal }) => source.load('listDriftThings', asked, signal),
    placeholderData: (before) => before,
  })
  const rows = things.data ?? []
  const bring = useBringing(asked)
  const together = aspects.find(({ id }) => id === aspect)?.together === true
  const all = together && rows.filter(({ brings }) => brings).length > 1 ? bring() : undefined
  return (
    <section ref={card} className={styles.things} aria-label={`${title}, ${t(`drift.aspects.${aspect}`)}`}>
      <header>
        <p>{title}</p>
        <h2>{t(`drift.aspects.${aspect}`)}</h2>
        <p className={styles.big}>
          <b>{words.number(differing)}</b>{' '}
          {serialNumber === undefined
            ? t('drift.ofGateways', { count: gateways, all: words.number(gateways) })
            : t('drift.differences', { count: differing })}
        </p>
      </header>
      {things.isPending ? (
        <Skeleton height="10rem" />
      ) : things.isError ? (
        <ErrorState bare title={t('drift.thingsUnread')} onRetry={() => void things.refetch()}>
          {failureText(things.error, text)}
        </ErrorState>
      ) : rows.length === 0 ? (
        <EmptyState bare icon="check" tone="ok" title={t('drift.allSame')} />
      ) : (
        KINDS.map((kind) => {
          const some = rows.filter((one) => kindOf(one) === kind)
          return (
            some.length > 0 && (
              <div key={kind} className={styles.kind}>
                <h3>{t(`drift.how.${kind}`)}</h3>
                <ul>
                  {some.map((thing) => {
                    const id = `${thing.key} ${kind}`
                    return (
                      <Thing
                        key={id}
                        {...{ thing, goldenId }}
                        href={thing.brings ? bring(thing.key) : undefined}
                        open={open === id}
                        onOpen={() => setOpen(open === id ? undefined : id)}
                      />
                    )
                  })}
                </ul>
              </div>
            )
          )
        })
      )}
      {all && (
        <footer>
          <a href={all} {...buttonLook({ wide: true })}>
            <Icon name="undo" size="small" />
            {t('drift.bringAll')}
          </a>
        </footer>
      )}
    </section>
  )
}

/** Where a bulk operation begins with what differs; undefined where this administrator can have none. */
function useBringing(asked: Readonly<Record<string, unknown>>): (key?: string) => string | undefined {
  const { definitions, situation } = useEngine()
  const bulk = definitions.screen('bulk')
  const may =
    bulk &&
    holds({ module: 'bulk' }, situation) &&
    !isOutOfReach({ operations: ['createCampaign', 'planCampaign', 'readDriftReturn'] }, situation)
  return (key) => (may ? hrefOf(bulk, { ...asked, ...(key !== undefined && { key }) }) : undefined)
}

interface ThingProps {
  thing: DriftThing
  goldenId: string
  href: string | undefined
  open: boolean
  onOpen(): void
}

function Thing({ thing, goldenId, href, open, onOpen }: ThingProps) {
  const text = useText()
  const { t } = text
  const words = useWords()
  const told = useTold()
  const { source } = usePorts()
  const { situation } = useEngine()
  const [busy, setBusy] = useState(false)
  const { aspect, key, allowed, example, gateways, how } = thing
  const rows = (example?.rows ?? []).filter(({ what }) => what !== 'further')
  const further = (example?.rows ?? []).some(({ what }) => what === 'further')
  const [first] = rows
  const note = first && how === 'changed' ? told.row(first) : undefined
  const allow = async (): Promise<void> => {
    setBusy(true)
    const answer = await source.call(
      'allowDrift',
      { goldenId, aspect, key, allowed: !allowed },
      { told: ['other'] },
    )
    setBusy(false)
    const name = told.name(thing)
    toasts.show(
      answer.ok
        ? { text: t(allowed ? 'drift.toasts.counts' : 'drift.toasts.allowed', { name }) }
        : { text: failureText(answer, text), tone: 'danger' },
    )
  }
  const may = !isOutOfReach({ operations: ['allowDrift'] }, situation)
  return (
    <li data-open={open || undefined}>
      <button type="button" className={styles.thing} aria-expanded={open} onClick={onOpen}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} size="small" />
        <span>
          <b>{told.name(thing)}</b>
          {note && <small>{t('drift.instead', { now: note.now, model: note.model })}</small>}
        </span>
        <output aria-label={t('drift.gateways', { count: gateways })}>{words.number(gateways)}</output>
      </button>
      {open && (
        <div className={styles.detail}>
          {rows.length > 0 && (
            <table>
              <thead>
                <tr>
                  <th scope="col">{example?.name}</th>
                  <th scope="col">{t('drift.now')}</th>
                  <th scope="col">{t('drift.inModel')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => {
                  const { label, now, model } = told.row(row)
                  return (
                    <tr key={row.what}>
                      <th scope="row">{label}</th>
                      <td>{now}</td>
                      <td data-coming>{model}</td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
          )}
          {further && <p>{t('drift.further')}</p>}
          <div className={styles.acts}>
            {href && (
              <a href={href} {...buttonLook({ look: 'main', size: 'dense' })}>
                <Icon name="undo" size="small" />
                {t('drift.bring', { count: gateways })}
              </a>
            )}
            {may && (
              <Button size="dense" look={href ? 'quiet' : 'plain'} busy={busy} onClick={() => void allow()}>
                {t(allowed ? 'drift.allowNoMore' : 'drift.allow')}
              </Button>
            )}
          </div>
          {!href && !allowed && <p>{t(how === 'extra' ? 'drift.extraStays' : 'drift.notBrought')}</p>}
        </div>
      )}
    </li>
  )
}
