import { autocompletion, type Completion, type CompletionContext } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { drawingOf } from '#ui/Icon.tsx'
import { type Knowledge, type Suggestion, suggestionsAt } from '../schema/suggest.ts'

/** Kind of names that are shown as what they name. */
const PICTURED = 'icon'

const asCompletion = ({ label, text, caret, kind, about }: Suggestion): Completion => ({
  label,
  ...(kind !== undefined && { type: kind, detail: kind === PICTURED ? '' : kind }),
  ...(about !== undefined && { info: about }),
  apply: (view, _completion, from, to) =>
    view.dispatch({
      changes: { from, to, insert: text },
      selection: { anchor: from + (caret ?? text.length) },
      userEvent: 'input.complete',
    }),
})

function pictureOf({ label, type }: Completion): Node | null {
  if (type !== PICTURED) return null
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', drawingOf(label))
  svg.append(path)
  return svg
}

/** Suggests what the schemas allow where the caret is: while a word is typed, and whenever it is asked for (Ctrl+Space). */
export const completion = (known: () => Knowledge | undefined): Extension =>
  autocompletion({
    icons: false,
    addToOptions: [{ render: pictureOf, position: 20 }],
    override: [
      ({ state, pos, explicit }: CompletionContext) => {
        const knowledge = known()
        if (!knowledge) return null
        const { from, to, options } = suggestionsAt(state.doc.toString(), pos, knowledge)
        const typed = state.sliceDoc(from, pos)
        if (options.length === 0 || (!explicit && typed === '')) return null
        // Quotes belong to what is replaced, not to what is looked for.
        const quote = typed.startsWith('"') ? 1 : 0
        return {
          from: from + quote,
          options: options.map((option) => {
            const { apply, ...rest } = asCompletion(option)
            return {
              ...rest,
              apply: (view, picked, start, end) => {
                const whole = Math.max(end, to + (end - pos))
                if (typeof apply === 'function') apply(view, picked, start - quote, whole)
              },
            } satisfies Completion
          }),
          validFor: /^[\w$.-]*$/,
        }
      },
    ],
  })
