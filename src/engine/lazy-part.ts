import { type ComponentType, lazy } from 'react'
import { loadAreas } from '#i18n/i18n.ts'

/** A part of a screen that comes when it is used, with its words: the first tiles wait for neither. */
export const lazyPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), loadAreas(['handling', 'shell'])])
    return part
  })
