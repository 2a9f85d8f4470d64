import { useMedia } from './use-media.ts'

/** Whether the page is drawn for a hand: below 768 px rows are cards and menus sheets (docs/look.md, "Tables"). */
export const usePhone = (): boolean => useMedia('(max-width: 767px)')
