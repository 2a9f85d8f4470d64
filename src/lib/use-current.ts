import { useSyncExternalStore } from 'react'

/**
 * What a part of the app holds now, and wakes the component when it is another: also where the page is drawn by the build
 * (decision 0251), which sees what a fresh page would.
 */
export const useCurrent = <T>(subscribe: (changed: () => void) => () => void, current: () => T): T =>
  useSyncExternalStore(subscribe, current, current)
