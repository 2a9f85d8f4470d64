import { type ReactNode, Suspense, useEffect } from 'react'
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
import { stepIn } from './only-if/place-asked.ts'
import { type Among, type Hold, SetStep, STILL } from './SetStep.tsx'
import { durationWords, pauseWords } from './sentences.ts'
import { offersOf } from './tabs.ts'
import styles from './thread.module.css'

/** It comes where a scene takes its time. */
const Again = lazy(() => import('./then/Again.tsx'))

/** The scene stands before what moves its steps. */
const MovableSteps = lazy(() => import('./then/MovableSteps.tsx'))

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
  // Before there are two steps; that it did not come is told where it is drawn.
  useEffect(() => void MovableSteps.load().catch(() => {}), [])
  const scenes = rule.scenes ?? []
  const lasts = longestOf(scenes)
  const varies = scenes.some(
    (set) => set.spread !== undefined || set.otherwise || set.by_chance || askedBy(set).length > 0,
  )
  const nameOf = (set: ActionSet): string => (isPause(set) ? pauseWords(set, { text, words }) : set.name)
  const amongOf = (n: number): Among | undefined => {
    const left = leftToDraw(scenes, n)
    if (left === 0) return undefined
    const first = scenes[n]?.by_chance === 'one'
    return { last: left === 1, alone: first ? left === 1 : !scenes[n - 1]?.by_chance }
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
  const stepOf = (set: ActionSet, n: number, hold: Hold | undefined) => (
    <SetStep
      key={set.id}
      set={set}
      alone={set.otherwise === true && !scenes[n - 1]?.only_if}
      among={amongOf(n)}
      name={nameOf(set)}
      here={place.editing === set.id}
      hold={hold}
      onOpen={() => open(set)}
      onRemove={() => remove(set)}
    />
  )
  const listOf = (steps: ReactNode) => (
    <ol className={styles.steps} data-thread="">
      {steps}
    </ol>
  )
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
      {scenes.length > 1 ? (
        <Suspense fallback={listOf(scenes.map((set, n) => stepOf(set, n, STILL)))}>
          <MovableSteps
            {...{ nameOf, stepOf, listOf }}
            sets={scenes}
            onMove={(id, to) => change(moveSet(rule, id, to))}
          />
        </Suspense>
      ) : (
        scenes.length > 0 && listOf(scenes.map((set, n) => stepOf(set, n, undefined)))
      )}
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
