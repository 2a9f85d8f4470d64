import json from '#catalogue/rules/statistics.json'
import type { ReportCard, StatisticsRules } from '#schemas/generated/definitions/rules-statistics.ts'

export type { ReportCard }

const { cards, places, versions } = json as StatisticsRules

export { cards, places, versions }
