import type { CSSProperties } from 'react'

/** Custom properties for a style sheet; React's types know none. */
export const custom = (properties: Readonly<Record<`--${string}`, string>>): CSSProperties =>
  properties as CSSProperties
