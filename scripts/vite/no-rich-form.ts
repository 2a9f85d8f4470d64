/** Stands in for src/engine/forms/rich/RichForm.tsx in a program whose forms are all flat: rjsf stays out of it. */
export const RichForm = (): never => {
  throw new Error('This program draws flat forms only')
}
