import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { areasOfComponents } from '../locales/brought.ts'
import { readJson } from '../locales/files.ts'
import { alone, holders, partNames } from '../locales/parts.ts'
import { componentFiles } from '../vite/components.ts'

/** What a screen loads before it shows what it is for: modules or named chunks, and parts of words. */
export interface Route {
  screen: string
  entries: readonly string[]
  words: readonly string[]
}

/** Every screen of whoever is signed in; what is seen before that, and the tiles, have budgets of their own. */
export function routes(): readonly Route[] {
  const [components, areas] = [componentFiles('.'), areasOfComponents()]
  const [held, themselves] = [holders(), new Set(alone())]
  /** As src/i18n/i18n.ts chooses: what comes anyway, else the area by itself, else the smallest part. */
  const partOf = (area: string, anyway: readonly string[]): string[] => {
    const able = held[area] ?? []
    if (able.some((part) => anyway.includes(part))) return []
    return themselves.has(area) ? [`${area}-alone`] : able.slice(0, 1)
  }
  return globSync('catalogue/screens/*/*.json').flatMap((file) => {
    const screen = readJson<Screen>(file)
    const area = basename(dirname(file))
    if (screen.access?.public || screen.kind === 'tiles' || area === 'account' || area === 'oauth') return []
    const component = screen.kind === 'custom' ? components.get(screen.component) : undefined
    // The dashboard stands in one file with what its cards are made of (scripts/vite/chunks.ts).
    const drawn =
      area === 'dashboard' && component
        ? 'cards'
        : (component ?? `src/engine/screens/${screen.kind}/Screen.tsx`)
    // Screens of devices stand with the house.
    const own = partNames().includes(area) ? [area] : []
    const ofDevices = screen.access?.gateway && screen.kind === 'wizard'
    const anyway = ['house', 'rest', ...own, ...(ofDevices ? ['properties'] : [])]
    const brought =
      component === undefined ? [] : (areas.get(component) ?? []).flatMap((name) => partOf(name, anyway))
    return {
      screen: screen.id,
      entries: ['index.html', 'home', drawn, `virtual:screens/area/${area}`],
      words: [...new Set([...anyway, 'list', ...brought])],
    }
  })
}
