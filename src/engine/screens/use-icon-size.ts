import { useEngine } from '../engine.ts'

/** How wide the icon of a device is, by `iconSizes` of the limits (spec 2 §9). */
export function useIconSize(size: 'small' | 'large'): string | undefined {
  const sizes = useEngine().definitions.limit('iconSizes') as Readonly<Record<string, number>> | undefined
  const width = sizes?.[size]
  return width === undefined ? undefined : `${width}px`
}
