import { Observable } from '#lib/observable.ts'

/** What lies over the page: the palette, the list of keys, or nothing. */
export const opened = new Observable<'palette' | 'keys' | undefined>(undefined)

let ahead = ''

/** What is typed between asking for the palette and its arrival: whoever knows it does not wait for it. */
export const typedAhead = {
  add: (key: string): void => {
    ahead += key
  },
  /** Answers it once. */
  take(): string {
    const text = ahead
    ahead = ''
    return text
  },
}
