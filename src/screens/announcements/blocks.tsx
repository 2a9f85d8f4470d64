import { lazyPart } from '#engine/lazy-part.ts'

export const announcementCreate = lazyPart(
  async () => ({ default: (await import('./create/AnnouncementCreate.tsx')).AnnouncementCreate }),
  ['choosing', 'handling', 'shell'],
)
