/** Keys of the colour pickers. */
export const pickerKeys = {
  ArrowRight: 'next swatch',
  ArrowLeft: 'previous swatch',
  ArrowDown: 'swatch below; a slider: one step down',
  ArrowUp: 'swatch above; a slider: one step up',
  Enter: 'takes the swatch or what was typed',
  Space: 'takes the swatch',
  Escape: 'leaves the typed colour as it was',
}
