import { createContext, use } from 'react'
import type { PartStep, WizardScreen } from '#schemas/generated/definitions/screen.ts'
import type { Done } from '../../actions/use-actions.tsx'
import type { Row } from '../../ports.ts'

/** What the steps have led to so far. */
export interface Draft {
  at: number
  /** All that was entered. */
  form: Row
  /** What the calls have answered. */
  row: Row
  /** The step has begun what it does: after a reload it goes on with it. */
  begun?: boolean
}

/** What a step that is a component of its own may do. */
export interface Wizard {
  screen: WizardScreen
  step: PartStep
  form: Row
  goOn(form: Row): void
  /** Undefined where there is no way back. */
  back: (() => void) | undefined
  /** Whether this step has begun already, before the page was loaded anew. */
  begun: boolean
  begin(): void
  /** Makes the call that the step's definition names for this; undefined when none applies. */
  call(name: string): Promise<Done | undefined>
}

export const WizardContext = createContext<Wizard | undefined>(undefined)

export function useWizard(): Wizard {
  const wizard = use(WizardContext)
  if (!wizard) throw new Error('This part belongs into a wizard')
  return wizard
}
