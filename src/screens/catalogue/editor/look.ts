import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const field = {
  padding: 'var(--space-1) var(--space-2)',
  border: '1px solid var(--color-line-control)',
  borderRadius: 'var(--radius-field)',
  background: 'var(--color-surface)',
  color: 'var(--color-text)',
  font: 'inherit',
}

const button = {
  minHeight: 'var(--size-control-dense)',
  padding: '0 var(--space-3)',
  border: '1px solid var(--color-line)',
  borderRadius: 'var(--radius-control)',
  background: 'var(--color-surface)',
  backgroundImage: 'none',
  color: 'var(--color-text)',
  font: 'inherit',
  fontWeight: 'var(--weight-medium)',
  cursor: 'pointer',
}

/** As high as whatever is pressed on this screen: a thumb's width on a phone. */
const touch = { minHeight: 'var(--size-control-dense)' }

const frame = EditorView.theme({
  '&': { height: '100%', fontSize: 'var(--text-dense)', color: 'var(--color-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--color-text)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-text)' },
  '.cm-gutters': {
    background: 'var(--color-surface-sunken)',
    color: 'var(--color-text-muted)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--color-surface-hover)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--color-primary-tint) !important',
  },
})

/** Instead of its own pictures, which are data addresses and kept out by the page's policy (B-02). */
const faults = EditorView.theme({
  '.cm-lintRange-error, .cm-lintRange-active': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-danger)',
  },
  '.cm-lintPoint:after': { borderBottomColor: 'var(--color-danger)' },
  '.cm-lint-marker-error': { content: 'none', borderRadius: '50%', background: 'var(--color-danger)' },
  '.cm-line.fault': { background: 'var(--color-danger-tint)' },
  '.fault-note': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 'var(--space-2) var(--space-3)',
    padding: 'var(--space-2) var(--space-3)',
    borderRadius: '0 0 var(--radius-field) var(--radius-field)',
    background: 'var(--color-danger-tint)',
    color: 'var(--color-danger-text)',
    fontFamily: 'var(--font-text)',
    overflowWrap: 'anywhere',
  },
  '.fault-note > span': { flex: '1 1 12rem' },
  '.fault-note button': { ...button, ...touch },
})

const floating = EditorView.theme({
  '.cm-tooltip': {
    background: 'var(--color-surface-raised)',
    color: 'var(--color-text)',
    border: '1px solid var(--color-line)',
    borderRadius: 'var(--radius-control)',
    boxShadow: 'var(--shadow-menu)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-code)', maxHeight: '16em' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--space-2)',
    padding: 'var(--space-1) var(--space-2)',
    ...touch,
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    background: 'var(--color-primary-tint)',
    color: 'var(--color-text)',
  },
  '.cm-completionMatchedText': { color: 'var(--color-primary-text)', textDecoration: 'none' },
  '.cm-completionDetail': {
    marginInlineStart: 'auto',
    color: 'var(--color-text-muted)',
    fontStyle: 'normal',
  },
  '.cm-completionInfo': { maxWidth: '20rem', padding: 'var(--space-2)', fontFamily: 'var(--font-text)' },
  '.cm-tooltip svg': {
    width: '1.25em',
    height: '1.25em',
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: '1.6',
  },
})

const panels = EditorView.theme({
  '.cm-panels': {
    background: 'var(--color-surface-sunken)',
    color: 'var(--color-text)',
    borderBottom: '1px solid var(--color-line)',
    fontFamily: 'var(--font-text)',
  },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 'var(--space-1) var(--space-2)',
    padding: 'var(--space-2) var(--space-8) var(--space-2) var(--space-2)',
  },
  '.cm-panel.cm-search br': { display: 'none' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 'var(--space-1)',
    ...touch,
  },
  '.cm-panel.cm-search input:not([type=checkbox])': { ...field, ...touch },
  '.cm-panel.cm-search button': { ...button, ...touch, margin: '0' },
  '.cm-panel.cm-search button[name=close]': {
    position: 'absolute',
    insetBlockStart: 'var(--space-1)',
    insetInlineEnd: 'var(--space-1)',
    border: 'none',
    background: 'none',
  },
  '.cm-searchMatch': { background: 'var(--color-accent-tint)', outline: '1px solid var(--color-accent)' },
  '.cm-searchMatch-selected': { background: 'var(--color-primary-tint)' },
})

const comparison = EditorView.theme({
  '.cm-deletedChunk': { background: 'var(--color-danger-tint)', color: 'var(--color-danger-text)' },
  '.cm-deletedChunk .cm-deletedText': { background: 'none', textDecoration: 'line-through' },
  '.cm-changedLine': { background: 'var(--color-ok-tint) !important' },
  '.cm-changedText': { background: 'none', fontWeight: 'var(--weight-strong)' },
  '.cm-changedLineGutter': { background: 'var(--color-ok)' },
  '.cm-deletedLineGutter': { background: 'var(--color-danger)' },
  '.cm-deletedChunk .cm-chunkButtons': {
    position: 'static',
    display: 'flex',
    gap: 'var(--space-2)',
    padding: 'var(--space-1) var(--space-2)',
  },
  '.cm-deletedChunk .cm-chunkButtons button': { ...button, ...touch, fontFamily: 'var(--font-text)' },
  '.cm-collapsedLines': {
    padding: 'var(--space-1) var(--space-3)',
    background: 'var(--color-surface-sunken)',
    color: 'var(--color-text-muted)',
    backgroundImage: 'none',
    fontFamily: 'var(--font-text)',
  },
  // Its marks are letters that few fonts have.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯"' },
})

const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: tags.propertyName, color: 'var(--color-text)' },
    { tag: tags.string, color: 'var(--color-primary-text)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-warn-text)' },
  ]),
)

/** How the editor looks: tokens of the page, which reach into its shadow. */
export const look = [frame, faults, floating, panels, comparison, colours]
