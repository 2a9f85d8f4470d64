import type { operations } from '#schemas/generated/api/udm.ts'
import type { HandlersOf } from '../call.ts'
import type { Parts } from '../parts.ts'
import { listHandlers } from './lists.ts'
import { lockHandlers } from './locks.ts'
import { operateHandlers } from './operate.ts'
import { ownerHandlers } from './owners.ts'

/** /udm: gateways. */
export const udmHandlers = (parts: Parts): HandlersOf<operations> => ({
  ...listHandlers(parts),
  ...lockHandlers(parts),
  ...operateHandlers(parts),
  ...ownerHandlers(parts),
})
