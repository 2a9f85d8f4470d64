import { useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { usePorts } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { newId } from '#lib/new-id.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { useFocusKept } from '#ui/page/use-focus-kept.ts'
import { useMedia } from '#ui/use-media.ts'
import { PageTabs } from '../PageTabs.tsx'
import {
  addCard,
  addPage,
  changeCard,
  MOST_PAGES,
  newCard,
  onPage,
  openFirst,
  type Pages,
  pageAt,
  removeCard,
  removePage,
} from '../pages.ts'
import { type DashboardCard, kindOf } from '../rules.ts'
import { ArrangedBoard } from './ArrangedBoard.tsx'
import styles from './arrange.module.css'
import { CardDialog } from './CardDialog.tsx'
import { PageDialog } from './PageDialog.tsx'
import { Tray } from './Tray.tsx'

/** What a card is called where it cannot be seen. */
function useCardNames(): (card: DashboardCard) => string {
  const { say } = useText()
  const { home } = usePorts()
  return ({ kind, title, of = [] }) => {
    if (title) return title
    const [first = ''] = of
    const named =
      home.device(first.split('/')[0] ?? '')?.name ?? home.rooms().find(({ id }) => id === first)?.name
    return named ?? say(`dashboard.kinds.${kind}`, kind)
  }
}

interface Props {
  pages: Pages
  /** The page that was looked at. */
  begin: string
  onPage(id: string): void
  onCancel(): void
  /** Whether it was kept. */
  onDone(pages: Pages): Promise<boolean>
}

/** From here on there is a side menu, whose place the tray takes, so that the board keeps its width. */
const WIDE = '(min-width: 1024px)'

type Asking =
  | { what: 'card'; card: DashboardCard; isNew: boolean }
  | { what: 'page'; isNew: boolean }
  | { what: 'tray' }

/** Puts cards where somebody wants them: nothing is kept before he is done, and each step can be undone. */
export function Arranging({ pages: before, begin, onPage: show, onCancel, onDone }: Props) {
  useFocusKept()
  const { t } = useText()
  const nameOf = useCardNames()
  const [pages, setPages] = useState(before)
  const [past, setPast] = useState<readonly Pages[]>([])
  const [at, setAt] = useState(begin)
  const [asking, setAsking] = useState<Asking>()
  const [leaving, setLeaving] = useState(false)
  const [busy, setBusy] = useState(false)
  const wide = useMedia(WIDE)
  const said = useRef<HTMLParagraphElement>(null)
  const page = pageAt(pages, at) ?? before[0]
  if (!page) return null

  const say = (words: string): void => {
    if (said.current) said.current.textContent = words
  }
  /** One step; what was there before it comes back by Undo. */
  const step = (next: Pages, from: Pages = pages): void => {
    if (next === from) return
    setPast([...past, from])
    setPages(next)
  }
  const undo = (): void => {
    const last = past.at(-1)
    if (!last) return
    setPages(last)
    setPast(past.slice(0, -1))
    say(t('arranging.say.undone'))
  }
  const choose = (id: string): void => {
    setAt(id)
    show(id)
  }
  const add = (kind: string, of?: readonly string[]): void => {
    const card = newCard(kind, of ? { of: [...of] } : {})
    const known = kindOf(card)
    const complete = !known?.asks && (known?.of === undefined || of !== undefined)
    if (!complete) return setAsking({ what: 'card', card, isNew: true })
    setAsking(undefined)
    step(addCard(pages, page.id, card))
    say(t('arranging.say.added', { name: nameOf(card) }))
  }
  const done = async (): Promise<void> => {
    if (past.length === 0) return onCancel()
    setBusy(true)
    await onDone(pages).finally(() => setBusy(false))
  }
  const cancel = (): void => (past.length === 0 ? onCancel() : setLeaving(true))
  const tray = <Tray cards={pages.flatMap((one) => one.cards)} here={page.cards} add={add} />
  return (
    <div className={styles.arranging}>
      {wide &&
        createPortal(
          <aside className={styles.tray} aria-label={t('arranging.tray.title')}>
            <h2>{t('arranging.tray.title')}</h2>
            {tray}
            <p className={styles.keys}>{t('arranging.keys')}</p>
          </aside>,
          document.body,
        )}
      <PageHeader
        title={t('arranging.arranging', { name: page.name ?? t('dashboard.firstPage') })}
        context={t('arranging.arrangingHint')}
        actions={
          <>
            <Button only icon="undo" disabled={past.length === 0} onClick={undo}>
              {t('shell.undo')}
            </Button>
            {!wide && (
              <Button icon="plus" onClick={() => setAsking({ what: 'tray' })}>
                {t('arranging.tray.title')}
              </Button>
            )}
            <Button disabled={busy} onClick={cancel}>
              {t('shell.cancel')}
            </Button>
            <Button look="main" icon="check" busy={busy} onClick={() => void done()}>
              {t('arranging.done')}
            </Button>
          </>
        }
      />
      <div className={styles.pages}>
        <PageTabs pages={pages} value={page.id} choose={choose} />
        <span className={styles.pageTools}>
          <Button
            look="quiet"
            size="dense"
            icon="edit"
            onClick={() => setAsking({ what: 'page', isNew: false })}
          >
            {t('arranging.page.edit')}
          </Button>
          {pages.length < MOST_PAGES && (
            <Button
              look="quiet"
              size="dense"
              icon="plus"
              onClick={() => setAsking({ what: 'page', isNew: true })}
            >
              {t('arranging.page.add')}
            </Button>
          )}
        </span>
        {pages.length > 1 && (
          <CheckboxField
            label={t('arranging.page.first')}
            value={pageAt(pages, undefined)?.id === page.id}
            onChange={(on) => step(openFirst(pages, page.id, on))}
          />
        )}
      </div>
      <ArrangedBoard
        page={page}
        pages={pages}
        nameOf={nameOf}
        preview={setPages}
        step={step}
        say={say}
        edit={(card) => setAsking({ what: 'card', card, isNew: false })}
        remove={(card) => {
          step(removeCard(pages, page.id, card.id))
          say(t('arranging.say.removed', { name: nameOf(card) }))
        }}
      />
      <p ref={said} className="visually-hidden" role="status" />
      {asking?.what === 'tray' && (
        <Dialog
          open
          title={t('arranging.tray.title')}
          onClose={() => setAsking(undefined)}
          actions={<Button onClick={() => setAsking(undefined)}>{t('shell.cancel')}</Button>}
        >
          {tray}
        </Dialog>
      )}
      {asking?.what === 'card' && (
        <CardDialog
          card={asking.card}
          isNew={asking.isNew}
          onClose={() => setAsking(undefined)}
          onSave={(card) => {
            setAsking(undefined)
            step(asking.isNew ? addCard(pages, page.id, card) : changeCard(pages, page.id, card))
            if (asking.isNew) say(t('arranging.say.added', { name: nameOf(card) }))
          }}
        />
      )}
      {asking?.what === 'page' && (
        <PageDialog
          page={asking.isNew ? undefined : page}
          onClose={() => setAsking(undefined)}
          onSave={(change) => {
            setAsking(undefined)
            if (!asking.isNew)
              return step(
                onPage(pages, page.id, ({ id, cards, opensFirst }) => ({
                  id,
                  cards,
                  ...(opensFirst && { opensFirst }),
                  ...change,
                })),
              )
            const id = newId()
            step(addPage(pages, { id, cards: [], ...change }))
            choose(id)
          }}
          {...(pages.length > 1 &&
            !asking.isNew && {
              onRemove: () => {
                setAsking(undefined)
                const next = removePage(pages, page.id)
                step(next)
                choose(next[0]?.id ?? '')
              },
            })}
        />
      )}
      <Dialog
        open={leaving}
        title={t('arranging.leave.title')}
        onClose={() => setLeaving(false)}
        actions={
          <>
            <Button onClick={() => setLeaving(false)}>{t('arranging.leave.stay')}</Button>
            <Button look="destroy" onClick={onCancel}>
              {t('arranging.leave.discard')}
            </Button>
          </>
        }
      >
        <p>{t('arranging.leave.text')}</p>
      </Dialog>
    </div>
  )
}
