import { Suspense } from 'react'
import { lazyPart } from '#engine/lazy-part.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { useEditor } from './draft/editor.ts'
import { ActionForm } from './forms/ActionForm.tsx'
import { DeviceForm } from './forms/DeviceForm.tsx'
import { PauseForm } from './forms/PauseForm.tsx'
import { StatusForm } from './forms/StatusForm.tsx'
import { TriggerForm } from './forms/TriggerForm.tsx'
import { TimeForm } from './forms/times/TimeForm.tsx'

/** They come when somebody begins with the sun, a call, a silence or another scene, or asks for such a condition. */
const SunForm = lazy(async () => ({ default: (await import('./forms/times/SunForm.tsx')).SunForm }))
const CallForm = lazyPart(() => import('../calls/CallForm.tsx'), ['calls'])
const SilenceForm = lazy(() => import('./forms/SilenceForm.tsx'))
const RunEndForm = lazy(() => import('./forms/RunEndForm.tsx'))
const WindowForm = lazy(() => import('./only-if/WindowForm.tsx'))
const DatesForm = lazy(() => import('./only-if/DatesForm.tsx'))
/** It comes when people are asked. */
const QuestionForm = lazy(() => import('./forms/messages/QuestionForm.tsx'))
/** It comes when somebody begins with an idea. */
const RecipeForm = lazyPart(() => import('../recipes/RecipeForm.tsx'), ['recipes'])

const LATE = {
  SUN_TRIGGER: SunForm,
  CALL_TRIGGER: CallForm,
  SILENCE_TRIGGER: SilenceForm,
  RUN_TRIGGER: RunEndForm,
  TIME_WINDOW: WindowForm,
  DATE_SPAN: DatesForm,
} as const

const isLate = (of: string | undefined): of is keyof typeof LATE => of !== undefined && of in LATE

/** The form of the tab that somebody is on; a new one for each thing that is filled in. */
export function TabPanel() {
  const { tab, of, editing = '', device = '', asks = '', recipe } = useEditor().place
  const key = `${tab} ${of} ${editing} ${device} ${asks}`
  if (recipe !== undefined)
    return (
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <RecipeForm key={recipe} />
      </Suspense>
    )
  switch (tab) {
    case 'triggerForm':
      if (of === 'TIME_TRIGGER') return <TimeForm key={key} />
      if (isLate(of)) {
        const Form = LATE[of]
        return (
          <Suspense fallback={<SkeletonLines lines={4} />}>
            <Form key={key} />
          </Suspense>
        )
      }
      return of === 'STATUS_TRIGGER' || of === 'STATUS_STATE' ? (
        <StatusForm key={key} />
      ) : (
        <DeviceForm key={key} />
      )
    case 'deviceTrigger':
      return <TriggerForm key={key} />
    case 'actionForm':
      return <ActionForm key={key} />
    case 'other':
      return of === 'QUESTION' ? (
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <QuestionForm key={key} />
        </Suspense>
      ) : (
        <PauseForm key={key} />
      )
    default:
      return null
  }
}
