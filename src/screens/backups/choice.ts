import type { BackupPlan, PlanItem } from '#schemas/generated/entities/backup-plan.ts'

export const keyOf = ({ kind, id }: Pick<PlanItem, 'kind' | 'id'>): string => `${kind} ${id}`

/** What would be removed comes to nobody's mind by itself: somebody has to choose it. */
export const usuallyChosen = ({ change }: Pick<PlanItem, 'change'>): boolean =>
  change === 'changed' || change === 'returns'

type Candidate = BackupPlan['candidates'][number]

/** A device that is gone, and the one that takes its place: the plan knows neither of them any more. */
export interface Substitution {
  gone: PlanItem
  by: Candidate
}

/** What can take the place of a device: of its model, and in nobody's place yet. */
export const fitting = (
  { model }: PlanItem,
  candidates: readonly Candidate[],
  { by }: Partial<Substitution> = {},
): readonly Candidate[] => [...(by ? [by] : []), ...candidates.filter((one) => one.class === model)]
