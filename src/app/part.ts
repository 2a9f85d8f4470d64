import { type ComponentType, useEffect } from 'react'
import { loadAllTexts } from '#i18n/i18n.ts'
import type { Part } from '#lib/part.ts'
import { useCurrent } from '#lib/use-current.ts'

/** The component once it has arrived. */
export function usePart<Props>(part: Part<ComponentType<Props>>): ComponentType<Props> | undefined {
  const component = useCurrent(part.subscribe, part.current)
  useEffect(() => {
    if (!component) part.load().catch(reportError)
  }, [part, component])
  return component
}

/** Code that comes when it is needed, with its words: what is drawn first does without them. */
export async function withTexts<T>(coming: Promise<T>): Promise<T> {
  const [part] = await Promise.all([coming, loadAllTexts()])
  return part
}
