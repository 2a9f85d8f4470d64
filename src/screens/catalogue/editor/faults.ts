import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state'
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  WidgetType,
} from '@codemirror/view'
import type { CatalogueProblem } from '#schemas/generated/entities/catalogue-problem.ts'

interface Change {
  from: number
  to: number
  insert: string
}

interface Fault {
  /** Where it is marked. */
  from: number
  to: number
  /** In the language of the page. */
  said: string
  /** What sets it right; moves along with the text. */
  change: Change | undefined
}

/** More of them at once would only push the text apart. */
const MOST_NOTES = 8

/** Lines and columns count from one, and a text may have become shorter since it was judged. */
function offsetOf(doc: Text, line: number, column: number): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines))
  return Math.min(from + Math.max(column - 1, 0), to)
}

function faultOf(doc: Text, problem: CatalogueProblem, said: string): Fault {
  const { line, column, fix } = problem
  const from = offsetOf(doc, line, column)
  const rest = doc.lineAt(from)
  const word = /^(?:"(?:[^"\\]|\\.)*"|[\w.-]+)/.exec(rest.text.slice(from - rest.from))?.[0].length ?? 1
  const start = fix && offsetOf(doc, fix.line, fix.column)
  return {
    from,
    to: Math.min(from + word, rest.to),
    said,
    change:
      fix && start !== undefined
        ? { from: start, to: Math.min(start + fix.length, doc.length), insert: fix.text }
        : undefined,
  }
}

class Note extends WidgetType {
  readonly #fault: Fault
  readonly #fix: string

  constructor(fault: Fault, fix: string) {
    super()
    this.#fault = fault
    this.#fix = fix
  }

  override eq(other: Note): boolean {
    const [a, b] = [this.#fault, other.#fault]
    return a.said === b.said && a.change?.insert === b.change?.insert && this.#fix === other.#fix
  }

  override toDOM(view: EditorView): HTMLElement {
    const note = document.createElement('div')
    note.className = 'fault-note'
    const words = document.createElement('span')
    words.textContent = this.#fault.said
    note.append(words)
    if (this.#fault.change) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = this.#fix
      button.addEventListener('click', () => {
        fixAt(view, view.posAtDOM(note))
        view.focus()
      })
      note.append(button)
    }
    return note
  }

  override ignoreEvent(): boolean {
    return true
  }
}

interface Shown {
  faults: readonly Fault[]
  notes: DecorationSet
}

const show = StateEffect.define<{ faults: readonly Fault[]; fix: string }>()

function notesOf(doc: Text, faults: readonly Fault[], fix: string): DecorationSet {
  const lines = new Set(faults.map(({ from }) => doc.lineAt(from).from))
  return Decoration.set(
    [
      ...[...lines].map((from) => Decoration.line({ class: 'fault' }).range(from)),
      ...faults
        .slice(0, MOST_NOTES)
        .map((fault) =>
          Decoration.widget({ widget: new Note(fault, fix), block: true, side: 1 }).range(
            doc.lineAt(fault.from).to,
          ),
        ),
    ],
    true,
  )
}

const shown = StateField.define<Shown>({
  create: () => ({ faults: [], notes: Decoration.none }),
  update({ faults, notes }, { changes, docChanged, effects, state }) {
    const told = effects.find((effect) => effect.is(show))
    if (told)
      return { faults: told.value.faults, notes: notesOf(state.doc, told.value.faults, told.value.fix) }
    if (!docChanged) return { faults, notes }
    return {
      faults: faults.map((fault) => ({
        ...fault,
        from: changes.mapPos(fault.from),
        to: changes.mapPos(fault.to),
        change: fault.change && {
          ...fault.change,
          from: changes.mapPos(fault.change.from, 1),
          to: Math.max(changes.mapPos(fault.change.from, 1), changes.mapPos(fault.change.to, -1)),
        },
      })),
      notes: notes.map(changes),
    }
  },
  provide: (field) => EditorView.decorations.from(field, ({ notes }) => notes),
})

/** Sets right the first fault of a line that can be. */
function fixAt(view: EditorView, offset: number): boolean {
  const { doc } = view.state
  const line = doc.lineAt(offset).from
  const found = view.state
    .field(shown)
    .faults.find(({ from, change }) => change && doc.lineAt(from).from === line)
  if (!found?.change) return false
  view.dispatch({ changes: found.change, userEvent: 'input.fix' })
  return true
}

const fixHere: Command = (view) => fixAt(view, view.state.selection.main.head)

/** What is wrong stands below its line, with what sets it right; Ctrl+. does that for the line of the caret. */
export const faultNotes: Extension = [shown, keymap.of([{ key: 'Mod-.', run: fixHere }])]

/** `say` and `fix` are in the language of the page. */
export function showFaults(
  view: EditorView,
  problems: readonly CatalogueProblem[],
  say: (problem: CatalogueProblem) => string,
  fix: string,
): void {
  const { doc } = view.state
  const faults = problems.map((problem) => faultOf(doc, problem, say(problem)))
  const diagnostics = faults.map(
    ({ from, to, said }): Diagnostic => ({ from, to, severity: 'error', message: said }),
  )
  view.dispatch({ effects: show.of({ faults, fix }) }, setDiagnostics(view.state, diagnostics))
}

/** The same from outside of the text, by its place in the list of problems. */
export function fixProblem(view: EditorView, index: number): void {
  const change = view.state.field(shown).faults[index]?.change
  if (change) view.dispatch({ changes: change, userEvent: 'input.fix' })
}

export function goTo(view: EditorView, { line, column }: CatalogueProblem): void {
  const at = offsetOf(view.state.doc, line, column)
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) })
  view.focus()
}
