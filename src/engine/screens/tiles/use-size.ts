import { useMedia } from '#ui/use-media.ts'

export type Size = 'phone' | 'desk' | 'wide'

/** From where a screen counts as large and as extra-large (look: shell, tiles). */
export function useSize(): Size {
  const desk = useMedia('(min-width: 768px)')
  const wide = useMedia('(min-width: 1600px)')
  return wide ? 'wide' : desk ? 'desk' : 'phone'
}
