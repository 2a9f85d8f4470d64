import type { MouseEvent, SyntheticEvent } from 'react'

/** The second press of a double click is still meant for the button that opened the layer, wherever in it or beside it it falls. */
const isSecondPress = (event: SyntheticEvent | undefined): boolean =>
  event !== undefined && 'detail' in event && Number(event.detail) > 1

/** For whatever a layer's press outside or Escape closes it by. */
export const besideOnce =
  (close: () => void) =>
  (event?: SyntheticEvent): void => {
    if (!isSecondPress(event)) close()
  }

/** For what stands in a layer to be pressed: nobody has chosen what appeared below the finger. */
export function stopSecondPress(event: MouseEvent): void {
  if (!isSecondPress(event)) return
  event.preventDefault()
  event.stopPropagation()
}
