import '#data/catalogue.ts'
import type { Blocks } from '#engine/engine.ts'
import { merged } from './merged.ts'

const blockFiles = import.meta.glob<Blocks>('../../screens/*/blocks.{ts,tsx}', { eager: true })

/** What screens name in `component`, from every area. */
export const blocks: Blocks = merged(blockFiles)

export { CommandLayer } from '../command/CommandLayer.tsx'
