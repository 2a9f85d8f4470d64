import { browserStorage } from '#lib/browser/browser-storage.ts'

export type Theme = 'system' | 'light' | 'dark'

export const themes: readonly Theme[] = ['system', 'light', 'dark']

const KEY = 'gatehouse.theme'
const listeners = new Set<() => void>()

/** The chosen theme; public/boot.js has applied it before anything was drawn. */
export function currentTheme(): Theme {
  const chosen = browserStorage.getItem(KEY)
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/** Browsers paint their own bars in the colour of the shell. */
function tintBrowser(): void {
  const shell = getComputedStyle(document.body).getPropertyValue('background-color')
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.content = shell
}

export function chooseTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') {
    browserStorage.removeItem(KEY)
    delete dataset.theme
  } else {
    browserStorage.setItem(KEY, theme)
    dataset.theme = theme
  }
  tintBrowser()
  for (const wake of listeners) wake()
}

export const subscribeTheme = (wake: () => void): (() => void) => {
  listeners.add(wake)
  return () => void listeners.delete(wake)
}
