import type { BulkContentParams } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkTask } from '#schemas/generated/entities/bulk-task.ts'
import { Cannot, type Reach } from '../reach.ts'
import { rules } from '../views.ts'
import { type Back, idsOf, type Verdict } from './content-kind.ts'
import { look } from './contents.ts'

export type Told = NonNullable<BulkTask['parts']>[number]

/** One of several parts of a content, with names of its own for what it makes and asks. */
export const partOf = (reach: Reach, operation: string, at: number) => ({
  id: idsOf(`${operation}\n${at}`),
  reach: {
    ...reach,
    ask: ((command, params, step) =>
      reach.ask(command, params, step === undefined ? undefined : `${at}-${step}`)) satisfies Reach['ask'],
  },
})

/** What this part would do, or why this home cannot have it, ever, while it can have the others. Throws Cannot. */
export async function lookAtPart(
  content: BulkContentParams,
  { reach, id }: ReturnType<typeof partOf>,
): Promise<Verdict | { leftOut: string }> {
  try {
    return await look(content, reach, id)
  } catch (error) {
    if (error instanceof Cannot && rules.causes[error.code]?.leavesOut) return { leftOut: error.code }
    throw error
  }
}

/** What was done to the whole home: the most of what was done to it. */
export const saysOf = (parts: readonly Told[]): 'adds' | 'replaces' | 'same' =>
  (['replaces', 'adds'] as const).find((one) => parts.some(({ says }) => says === one)) ?? 'same'

/** Of each thing the first way back: what it was before anything was brought. */
export const withBack = (before: readonly Back[], more: readonly Back[]): readonly Back[] => [
  ...before,
  ...more.filter(({ kind, id }) => !before.some((one) => one.kind === kind && one.id === id)),
]

/** None of it can be had: then the first reason is why. */
export const noneOf = (parts: readonly Told[]): string | undefined =>
  parts.every(({ code }) => code !== undefined) ? parts[0]?.code : undefined
