import json from '#catalogue/rules/dashboard.json'
import type { CardKind, DashboardRules } from '#schemas/generated/definitions/rules-dashboard.ts'
import type { DashboardCard, DashboardPage } from '#schemas/generated/entities/dashboard.ts'

export type { CardKind, DashboardCard, DashboardPage }
export const rules = json as DashboardRules

/** Cards of a version that knows more kinds keep their place. */
export const kindOf = (card: Pick<DashboardCard, 'kind'>): CardKind | undefined => rules.kinds[card.kind]
