import bulkRules from '#catalogue/rules/bulk.json' with { type: 'json' }
import type { BulkCauseRule, BulkRules } from '#schemas/generated/definitions/rules-bulk.ts'
import type { IconName } from '#ui/Icon.tsx'

export const rules = bulkRules as BulkRules

type Cause = Omit<BulkCauseRule, 'icon'> & { icon: IconName }

/** What is known of a cause; of one that is new here only that it is one. */
export const causeOf = (code: string): Cause =>
  (rules.causes[code] as Cause | undefined) ?? { icon: 'alert', tone: 'danger', remedy: 'retry' }
