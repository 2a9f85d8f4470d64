import { useRef, useState } from 'react'
import { useText } from '#i18n/useText.ts'
import { sizeOf } from '../Board.tsx'
import { CardBody } from '../CardBody.tsx'
import board from '../dashboard.module.css'
import { moveCard, type Pages, sizeCard } from '../pages.ts'
import type { DashboardCard, DashboardPage } from '../rules.ts'
import styles from './arrange.module.css'
import { CardPill } from './CardPill.tsx'
import { type Arrow, columnsOf, neighbourOf, sizeAt, slotAt } from './geometry.ts'

interface Props {
  page: DashboardPage
  pages: Pages
  nameOf(card: DashboardCard): string
  /** Shows what is not decided yet. */
  preview(pages: Pages): void
  /** What was decided, and what was there before. */
  step(next: Pages, from?: Pages): void
  say(words: string): void
  edit(card: DashboardCard): void
  remove(card: DashboardCard): void
}

/** A card in somebody's hand, or being sized. */
interface Lift {
  id: string
  by: 'hand' | 'keys' | 'corner'
  before: Pages
}

const ARROWS: Readonly<Record<string, Arrow>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

/** The cards of a page, asleep: moved and sized by mouse, finger and keys. */
export function ArrangedBoard({ page, pages, nameOf, preview, step, say, edit, remove }: Props) {
  const { t } = useText()
  const frame = useRef<HTMLDivElement>(null)
  const [lift, setLift] = useState<Lift>()
  /** Where the hand has hold of the card, and the card that it passed last. */
  const hold = useRef({ x: 0, y: 0, over: '' })

  const indexOf = (id: string): number => page.cards.findIndex((card) => card.id === id)
  const told = (id: string): { name: string; place: number; count: number } => {
    const card = page.cards[indexOf(id)]
    return { name: card ? nameOf(card) : '', place: indexOf(id) + 1, count: page.cards.length }
  }
  const take = (id: string, by: Lift['by']): void => {
    setLift({ id, by, before: pages })
    if (by !== 'corner') say(t('arranging.say.lifted', told(id)))
  }
  const lay = (): void => {
    if (!lift) return
    setLift(undefined)
    step(pages, lift.before)
    if (lift.by !== 'corner') say(t('arranging.say.laid', told(lift.id)))
  }
  const giveBack = (): void => {
    if (!lift) return
    preview(lift.before)
    setLift(undefined)
    say(t('arranging.say.givenBack', told(lift.id)))
  }
  const change = (next: Pages): void => (lift ? preview(next) : step(next))

  const sizeBy = (card: DashboardCard, arrow: Arrow): void => {
    const wider = arrow === 'right' ? 1 : arrow === 'left' ? -1 : 0
    const taller = arrow === 'down' ? 1 : arrow === 'up' ? -1 : 0
    const columns = columnsOf(frame.current)
    const width = Math.min(card.width, columns) + wider
    const next = sizeCard(pages, page.id, card.id, { width, height: card.height + taller }, columns)
    change(next)
    const now = next.find(({ id }) => id === page.id)?.cards.find(({ id }) => id === card.id)
    if (now) say(t('arranging.say.sized', { name: nameOf(card), width: now.width, height: now.height }))
  }
  const moveBy = (card: DashboardCard, arrow: Arrow): void => {
    const to = neighbourOf(frame.current, card.id, arrow)
    if (to === undefined) return
    preview(moveCard(pages, page.id, card.id, to))
    say(t('arranging.say.moved', { ...told(card.id), place: to + 1 }))
  }
  const key = (card: DashboardCard, event: React.KeyboardEvent): void => {
    const arrow = ARROWS[event.key]
    const isHeld = lift?.id === card.id
    if (event.key === 'Enter' || event.key === ' ') {
      if (isHeld) lay()
      else take(card.id, 'keys')
    } else if (event.key === 'Escape' && isHeld) giveBack()
    else if (arrow && event.shiftKey) sizeBy(card, arrow)
    else if (arrow && isHeld) moveBy(card, arrow)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const grab = (card: DashboardCard, event: React.PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || lift) return
    const slot = slotAt(frame.current, card.id)?.getBoundingClientRect()
    if (!slot) return
    event.currentTarget.setPointerCapture(event.pointerId)
    hold.current = { x: event.clientX - slot.left, y: event.clientY - slot.top, over: '' }
    take(card.id, 'hand')
  }
  const drag = (card: DashboardCard, event: React.PointerEvent<HTMLElement>): void => {
    if (lift?.id !== card.id || lift.by !== 'hand') return
    const slot = slotAt(frame.current, card.id)
    const body = slot?.querySelector<HTMLElement>('[data-body]')
    if (!slot || !body) return
    const { left, top } = slot.getBoundingClientRect()
    body.style.translate = `${event.clientX - left - hold.current.x}px ${event.clientY - top - hold.current.y}px`
    const over = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest<HTMLElement>('[data-slot]')?.dataset.slot)
      .find((id) => id !== undefined && id !== card.id)
    // What it has just passed lies below the hand still.
    if (over === hold.current.over) return
    hold.current.over = over ?? ''
    if (over !== undefined) preview(moveCard(pages, page.id, card.id, indexOf(over)))
  }
  const drop = (card: DashboardCard): void => {
    if (lift?.id !== card.id || lift.by === 'keys') return
    const body = slotAt(frame.current, card.id)?.querySelector<HTMLElement>('[data-body]')
    if (body) body.style.translate = ''
    lay()
  }
  const pull = (card: DashboardCard, event: React.PointerEvent<HTMLElement>): void => {
    if (lift?.id !== card.id || lift.by !== 'corner' || !frame.current) return
    const size = sizeAt(frame.current, card.id, { x: event.clientX, y: event.clientY })
    if (size && (size.width !== card.width || size.height !== card.height))
      preview(sizeCard(pages, page.id, card.id, size, columnsOf(frame.current)))
  }
  return (
    <div ref={frame} className={`${board.board} ${styles.board}`}>
      {page.cards.map((card) => {
        const held = lift?.id === card.id ? lift.by : undefined
        return (
          <div
            key={card.id}
            className={board.slot}
            data-slot={card.id}
            data-held={held}
            data-kind={card.kind}
            style={sizeOf(card)}
          >
            <div className={styles.body} data-body="">
              <div className={styles.asleep} inert>
                <CardBody card={card} />
              </div>
              <CardPill
                card={card}
                name={nameOf(card)}
                held={held !== undefined}
                onKey={(event) => key(card, event)}
                onLeave={() => lift?.by === 'keys' && lift.id === card.id && lay()}
                hand={{
                  onPointerDown: (event) => grab(card, event),
                  onPointerMove: (event) => drag(card, event),
                  onPointerUp: () => drop(card),
                  onPointerCancel: () => drop(card),
                }}
                edit={() => edit(card)}
                remove={() => remove(card)}
              />
              {/* Keys size by Shift and arrows. */}
              <span
                className={styles.corner}
                aria-hidden="true"
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  take(card.id, 'corner')
                }}
                onPointerMove={(event) => pull(card, event)}
                onPointerUp={() => drop(card)}
                onPointerCancel={() => drop(card)}
              />
              {held === 'corner' && (
                <output className={styles.size}>
                  {t('arranging.fields', { width: card.width, height: card.height })}
                </output>
              )}
            </div>
          </div>
        )
      })}
      <p className={styles.free}>{t('arranging.free')}</p>
    </div>
  )
}
