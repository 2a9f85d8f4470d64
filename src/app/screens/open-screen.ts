import { use, useEffect, useState } from 'react'
import { areaOf, heads, isOwnScreen, loadedScreen, loadScreen } from '#data/screens.ts'
import { loadAllTexts, loadParts } from '#i18n/i18n.ts'
import { inTime, PART_MS } from '#lib/in-time.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { keepFailure } from '#ui/parts/lazy.ts'
import { blocksNow, houseRest } from '../rest/house-rest.ts'

/** Screens of this kind speak of what no device of the home may have; what a home has, its layouts say. */
const OF_EVERY_DEVICE = 'wizard'

/** What an own screen says, no build has looked up. */
const textsFor = (id: string): Promise<void> => (isOwnScreen(id) ? loadAllTexts() : loadParts(partsFor(id)))

function partsFor(id: string): readonly string[] {
  const head = heads.get(id)
  const every = head?.access?.gateway === true && head.kind === OF_EVERY_DEVICE
  return every ? [areaOf(id), 'properties'] : [areaOf(id)]
}

/** Tiles are drawn by what is there from the start, whatever else they show later. */
const restFor = (id: string): Promise<void> | undefined => {
  const head = heads.get(id)
  return head?.access?.public === true || head?.kind === 'tiles' ? undefined : houseRest.load()
}

/** What draws all of it; one that does not come is asked for again where it is drawn, and shown as failed there. */
async function drawnBy(screen: Screen): Promise<void> {
  if (screen.kind === 'custom')
    await blocksNow()
      [screen.component]?.load?.()
      .catch(() => {})
}

/** Its definition, then what that names. */
async function brought(id: string): Promise<Screen> {
  const [screen] = await inTime(Promise.all([loadScreen(id), textsFor(id), restFor(id)]), PART_MS)
  await drawnBy(screen)
  open.add(id)
  return screen
}

const opening = new Map<string, Promise<Screen>>()
const failed = new Map<string, Promise<Screen>>()
const open = new Set<string>()

/** Brings all of a screen and its words; for every screen one promise, until it fails. */
export function openScreen(id: string): Promise<Screen> {
  const known = opening.get(id)
  if (known) return known
  const coming = brought(id)
  opening.set(id, coming)
  // Whoever asks next tries again.
  coming.catch((error: unknown) => {
    opening.delete(id)
    failed.set(id, coming)
    keepFailure(error, () => failed.delete(id))
  })
  return coming
}

/** Screens are others now: what has been brought of them is asked for again. */
export const forgetOpened = (): void => opening.clear()

/** A screen that can be drawn at once. */
export const openedScreen = (id: string): Screen | undefined => (open.has(id) ? loadedScreen(id) : undefined)

/**
 * The screen, for whoever draws it: waits for it, and fails with it. One that did not come stays failed until somebody
 * tries again, or each drawing would ask anew, and the page would do nothing else.
 */
export const useOpenScreen = (id: string): Screen => openedScreen(id) ?? use(failed.get(id) ?? openScreen(id))

/** The screen once it can be drawn. */
export function useScreen(id: string): Screen | undefined {
  const [, setArrived] = useState<Screen>()
  const screen = openedScreen(id)
  useEffect(() => {
    if (!screen) openScreen(id).then(setArrived, reportError)
  }, [id, screen])
  return screen
}
