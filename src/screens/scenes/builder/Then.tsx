import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Suspense } from 'react'
import { useEngine } from '#engine/engine.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { askedBy } from '#gateway/lib/scenes/conditions.ts'
import { isPause } from '#gateway/rules/pause.ts'
import { leftToDraw, longestOf } from '#gateway/rules/steps/chance.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { ActionSet } from '#schemas/generated/entities/rule.ts'
import { Button } from '#ui/Button.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import { useEditor } from './draft/editor.ts'
import { moveSet, newId, removeSet } from './draft/rule-edit.ts'
import { useCameBack } from './draft/use-came-back.ts'
import { useRemoved } from './draft/use-removed.ts'
import { Offers } from './forms/Offers.tsx'
import { stepIn } from './only-if/edit.ts'
import { type Among, SetStep } from './SetStep.tsx'
import { durationWords, pauseWords } from './sentences.ts'
import { offersOf } from './tabs.ts'
import styles from './thread.module.css'

/** It comes where a scene takes its time. */
const Again = lazy(() => import('./then/Again.tsx'))

/** A hand that scrolls does not mean to move anything. */
const HOLD = { delay: 180, tolerance: 8 }
const PULL = { distance: 4 }

/** What the scene does, one after the other; moved by mouse, touch or keys. */
export function Then() {
  const text = useText()
  const words = useWords()
  const { t } = text
  useDevices()
  const { situation } = useEngine()
  const { rule, change, place, go } = useEditor()
  const removed = useRemoved()
  const heading = useCameBack(place.tab === 'actions')
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: PULL }),
    useSensor(TouchSensor, { activationConstraint: HOLD }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const scenes = rule.scenes ?? []
  const ids = scenes.map(({ id }) => id)
  const lasts = longestOf(scenes)
  const varies = scenes.some(
    (set) => set.spread !== undefined || set.otherwise || set.by_chance || askedBy(set).length > 0,
  )
  const nameOf = (set: ActionSet | undefined): string =>
    set ? (isPause(set) ? pauseWords(set, { text, words }) : set.name) : ''
  const said = (id: UniqueIdentifier, over: UniqueIdentifier | undefined) => ({
    name: nameOf(scenes.find((set) => set.id === id)),
    place: ids.indexOf(String(over ?? id)) + 1,
    count: ids.length,
  })
  const amongOf = (n: number): Among | undefined => {
    const left = leftToDraw(scenes, n)
    if (left === 0) return undefined
    const first = scenes[n]?.by_chance === 'one'
    return { last: left === 1, alone: first ? left === 1 : !scenes[n - 1]?.by_chance }
  }
  const dropped = ({ active, over }: DragEndEvent): void => {
    if (over && active.id !== over.id) change(moveSet(rule, String(active.id), ids.indexOf(String(over.id))))
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('builder.move.lifted', said(active.id, active.id)),
    onDragOver: ({ active, over }) => t('builder.move.moved', said(active.id, over?.id)),
    onDragEnd: ({ active, over }) => t('builder.move.dropped', said(active.id, over?.id)),
    onDragCancel: ({ active }) => t('builder.move.cancelled', said(active.id, active.id)),
  }
  const open = (set: ActionSet): void =>
    isPause(set)
      ? go({ tab: 'other', of: set.question ? 'QUESTION' : 'ADD_DELAY', editing: set.id })
      : go({ tab: 'actionForm', of: 'ACTION_SET', editing: set.id })

  function remove(set: ActionSet): void {
    change(removeSet(rule, set.id))
    if (place.editing === set.id || stepIn(place.asks)?.step === set.id) go({ tab: 'actions' })
    removed(nameOf(set))
  }
  return (
    <section className={styles.section} aria-label={t('builder.then.title')}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {t('builder.then.title')}
        </h2>
        {lasts > 0 && (
          <span className={styles.aside}>
            {t(varies ? 'builder.then.lastsAtMost' : 'builder.then.lasts', {
              time: durationWords(lasts, { text, words }),
            })}
          </span>
        )}
      </header>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={dropped}
        accessibility={{
          announcements,
          screenReaderInstructions: { draggable: t('builder.move.keys') },
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          {scenes.length > 0 && (
            <ol className={styles.steps} data-thread="">
              {scenes.map((set, n) => (
                <SetStep
                  key={set.id}
                  set={set}
                  alone={set.otherwise === true && !scenes[n - 1]?.only_if}
                  among={amongOf(n)}
                  name={nameOf(set)}
                  here={place.editing === set.id}
                  movable={scenes.length > 1}
                  onOpen={() => open(set)}
                  onRemove={() => remove(set)}
                />
              ))}
            </ol>
          )}
        </SortableContext>
      </DndContext>
      {place.tab === 'actions' ? (
        <>
          {scenes.length === 0 && <p className={styles.hint}>{t('builder.then.empty')}</p>}
          <Offers
            label={t('builder.then.add')}
            offers={offersOf('actions', situation)}
            terse={scenes.length > 0}
            onChoose={({ value, to }) =>
              to && go({ tab: to, of: value, ...(value === 'ACTION_SET' && { editing: newId() }) })
            }
          />
        </>
      ) : (
        <div className={styles.on}>
          <Button look="quiet" icon="plus" onClick={() => go({ tab: 'actions' })}>
            {t('builder.then.add')}
          </Button>
        </div>
      )}
      {(lasts > 0 || rule.run_mode !== undefined) && (
        <div className={styles.again}>
          <Suspense>
            <Again />
          </Suspense>
        </div>
      )}
    </section>
  )
}
