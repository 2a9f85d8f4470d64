import { createRequire } from 'node:module'
import type { default as Standalone } from 'ajv/dist/standalone/index.js'

/** Ajv's generator of standalone code; a CommonJS module whose default export Node and TypeScript see differently. */
export const standaloneCode = (
  createRequire(import.meta.url)('ajv/dist/standalone/index.js') as { default: typeof Standalone }
).default
