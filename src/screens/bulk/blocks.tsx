import { lazyPart } from '#engine/lazy-part.ts'

export const bulkDetails = lazyPart(async () => ({
  default: (await import('./details/BulkDetails.tsx')).BulkDetails,
}))
export const bulkCreate = lazyPart(async () => ({
  default: (await import('./create/BulkCreate.tsx')).BulkCreate,
}))
