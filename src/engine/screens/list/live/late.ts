import { lazy } from '#ui/parts/lazy.ts'
import { liveCells } from '../../../cells/live/late.ts'
import type { LiveListProps } from './LiveList.tsx'

/** With what tells how devices are, so that its rows stand at once. */
export const LiveList = lazy<LiveListProps>(async () => {
  const [part] = await Promise.all([import('./LiveList.tsx'), liveCells.load()])
  return part
})
