import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { byName } from './by-name.ts'

const files = import.meta.glob<Screen>('../../catalogue/screens/*/*.json', { eager: true, import: 'default' })

/** Every screen with all of it, for tests: the app takes them as they are opened (screens.ts). */
export const screens: ReadonlyMap<string, Screen> = new Map(
  [...byName(files).values()].map((screen) => [screen.id, screen]),
)
