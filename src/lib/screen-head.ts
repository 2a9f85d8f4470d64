import type { AddressInputs, DocumentScreen, Screen } from '#schemas/generated/definitions/screen.ts'

/** Fields that a head has of its screen. What the address of any but a public one may say, the opened screen knows. */
const HEAD = [
  'id',
  'route',
  'entrance',
  'kind',
  'access',
  'parent',
  'toastDelay',
  'aside',
  'wide',
  'language',
  'translations',
]
const PUBLIC = [...HEAD, 'address']

/** What must be known of every screen before any of them is opened: where it is, who may open it, where it belongs. */
export interface ScreenHead extends Pick<Screen, 'id' | 'route' | 'kind' | 'access'> {
  /** Address of the area whose first screen this is. */
  entrance?: string
  /** Of a public screen. */
  address?: AddressInputs
  parent?: string
  /** Name of a limit: how long a toast stays there. */
  toastDelay?: string
  /** Something stands beside it. */
  aside?: string
  /** It takes the width of the window. */
  wide?: true
  /** Of a text: its only language, and the same text in others. */
  language?: DocumentScreen['language']
  translations?: DocumentScreen['translations']
}

export function headOf(screen: Pick<ScreenHead, 'access'>): ScreenHead {
  const fields = screen.access?.public ? PUBLIC : HEAD
  return Object.fromEntries(
    Object.entries(screen).filter(([field]) => fields.includes(field)),
  ) as unknown as ScreenHead
}
