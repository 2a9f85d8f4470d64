import type { PlanItem } from '#schemas/generated/entities/backup-plan.ts'

export const keyOf = ({ kind, id }: Pick<PlanItem, 'kind' | 'id'>): string => `${kind} ${id}`

/** What would be removed comes to nobody's mind by itself: somebody has to choose it. */
export const usuallyChosen = ({ change }: Pick<PlanItem, 'change'>): boolean =>
  change === 'changed' || change === 'returns'
