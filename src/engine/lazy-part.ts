import type { ComponentType } from 'react'
import { loadAreas } from '#i18n/i18n.ts'
import type { Branch } from '#i18n/keys.ts'
import { lazy } from '#ui/parts/lazy.ts'

/** What comes later, with the words that it names. */
export const withWords = async <T>(loading: Promise<T>, areas: readonly Branch[]): Promise<T> =>
  (await Promise.all([loading, loadAreas(areas)]))[0]

/** A part of a screen that comes when it is used, with the words that it names: the first tiles wait for neither. */
export const lazyPart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  areas: readonly Branch[] = ['handling', 'shell'],
) => lazy(() => withWords(load(), areas))
