import { useEffect, useRef, useState } from 'react'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine, usePorts } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useQuery } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import type { DriftAspect, DriftThing } from '#schemas/generated/entities/drift-thing.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toasts } from '#ui/toasts/toasts.ts'
import { usePhone } from '#ui/use-phone.ts'
import { type Selected, whereOf } from './rules.ts'
import styles from './things.module.css'
import { useBringing } from './use-bringing.ts'
import { useTold } from './use-told.ts'

const KINDS = ['changed', 'missing', 'extra', 'allowed'] as const
type Kind = (typeof KINDS)[number]
const kindOf = ({ how, allowed }: DriftThing): Kind => (allowed ? 'allowed' : how)

interface Props {
  goldenId: string
  selected: Selected
  /** Counts what is compared: it is asked for anew. */
  turn: string
  /** What of this row is to be brought, of each aspect. */
  chosen: readonly Chosen[]
  onChoose(chosen: readonly Chosen[]): void
}

export type Chosen = readonly [aspect: DriftAspect, key: string]
const isThing =
  ({ aspect, key }: DriftThing) =>
  ([of, one]: Chosen): boolean =>
    of === aspect && one === key

/** In what those that are looked at differ, how they come back, and what may stay as it is. */
export function Things({ goldenId, selected, turn, chosen, onChoose }: Props) {
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
  const { aspect: _aspect, ...row } = asked
  const bring = useBringing()
  const all = rows.filter(({ brings }) => brings).length > 1 ? bring(asked) : undefined
  const some = chosen.length > 0 ? bring({ ...row, things: JSON.stringify(chosen) }) : undefined
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
                <h3>
                  {t(`drift.how.${kind}`)}
                  <span>
                    {t('drift.differences', { count: some.reduce((sum, one) => sum + one.gateways, 0) })}
                  </span>
                </h3>
                <ul>
                  {some.map((thing) => {
                    const id = `${thing.key} ${kind}`
                    return (
                      <Thing
                        key={id}
                        {...{ thing, goldenId }}
                        href={thing.brings ? bring({ ...asked, key: thing.key }) : undefined}
                        chosen={chosen.some(isThing(thing))}
                        onChoose={(on) =>
                          onChoose([
                            ...chosen.filter((one) => !isThing(thing)(one)),
                            ...(on ? [[thing.aspect, thing.key] as const] : []),
                          ])
                        }
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
      {some ? (
        <footer>
          <p>{t('drift.chosen', { count: chosen.length })}</p>
          <a href={some} {...buttonLook({ look: 'main', wide: true })}>
            <Icon name="undo" size="small" />
            {t('drift.bringChosen', { count: chosen.length })}
          </a>
          <Button look="quiet" onClick={() => onChoose([])}>
            {t('drift.chooseNone')}
          </Button>
        </footer>
      ) : (
        all && (
          <footer>
            <a href={all} {...buttonLook({ wide: true })}>
              <Icon name="undo" size="small" />
              {t('drift.bringAll')}
            </a>
          </footer>
        )
      )}
    </section>
  )
}

interface ThingProps {
  thing: DriftThing
  goldenId: string
  href: string | undefined
  chosen: boolean
  onChoose(chosen: boolean): void
  open: boolean
  onOpen(): void
}

function Thing({ thing, goldenId, href, chosen, onChoose, open, onOpen }: ThingProps) {
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
  /** Says what came of it, with the way back, unless this was it. */
  const put = async (to: boolean, isBack = false): Promise<void> => {
    const answer = await source.call(
      'allowDrift',
      { goldenId, aspect, key, allowed: to },
      { told: ['other'] },
    )
    if (!answer.ok) return void toasts.show({ text: failureText(answer, text), tone: 'danger' })
    const said = {
      text: t(to ? 'drift.toasts.allowed' : 'drift.toasts.counts', { name: told.name(thing) }),
      about: [`golden-home ${goldenId} ${aspect} ${key}`],
    }
    toasts.show(isBack ? said : { ...said, undo: () => void put(!to, true) })
  }
  const allow = async (): Promise<void> => {
    setBusy(true)
    await put(!allowed)
    setBusy(false)
  }
  const may = !isOutOfReach({ operations: ['allowDrift'] }, situation)
  return (
    <li data-open={open || chosen || undefined}>
      <div className={styles.line}>
        {href ? (
          <label className={styles.choose}>
            <input type="checkbox" checked={chosen} onChange={(event) => onChoose(event.target.checked)} />
            <span className="visually-hidden">{t('drift.chooseThing', { name: told.name(thing) })}</span>
          </label>
        ) : (
          <span className={styles.choose} aria-hidden="true">
            {allowed && <Icon name="lock" size="small" />}
          </span>
        )}
        <button type="button" className={styles.thing} aria-expanded={open} onClick={onOpen}>
          <Icon name={open ? 'chevron-down' : 'chevron-right'} size="small" />
          <span>
            <b>{told.name(thing)}</b>
            {note && <small>{t('drift.instead', { now: note.now, model: note.model })}</small>}
          </span>
          <output aria-label={t('drift.gateways', { count: gateways })}>{words.number(gateways)}</output>
        </button>
      </div>
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
