import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { WizardScreen } from '#schemas/generated/definitions/screen.ts'
import type { Situation } from '../../conditions/situation.ts'
import type { Row } from '../../ports.ts'
import { stepsOf } from './steps.ts'
import type { Draft } from './wizard.ts'

/** Name of the step in the address. */
const STEP = 'step'

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an entry of the browser's history keeps of a wizard; undefined if it is of another, or of another time. */
function keptIn(state: unknown, { id }: WizardScreen): Draft | undefined {
  const kept = isRow(state) ? state[id] : undefined
  if (!isRow(kept) || typeof kept.at !== 'number' || !isRow(kept.form) || !isRow(kept.row)) return undefined
  return { at: kept.at, form: kept.form, row: kept.row, begun: kept.begun === true }
}

/**
 * Where the wizard is. One that `resumes` has its step in the address and the rest in the entry of the browser's history:
 * Back goes a step back, and a reload stays where it was. Others begin anew.
 */
export function useDraft(screen: WizardScreen, form: Row, situation: Situation) {
  const first: Draft = { at: 0, form, row: {} }
  const [own, setOwn] = useState(first)
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const stepAt = ({ at, form }: Draft): string | undefined => stepsOf(screen, situation, form)[at]?.id

  function kept(): Draft {
    const found = keptIn(state, screen)
    const step = new URLSearchParams(search).get(STEP)
    return found && step !== null && stepAt(found) === step ? found : first
  }
  function change(next: Draft, replace = false): void {
    if (!screen.resumes) return setOwn(next)
    const query = new URLSearchParams(search)
    query.set(STEP, stepAt(next) ?? '')
    void navigate({ search: query.toString() }, { replace, state: { [screen.id]: next } })
  }
  const draft = screen.resumes ? kept() : own
  return {
    draft,
    change,
    back: () => (screen.resumes ? void navigate(-1) : setOwn({ ...draft, at: draft.at - 1 })),
  }
}
