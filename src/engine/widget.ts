import type { ComponentType } from 'react'
import { type Part, partOf } from '#lib/part.ts'
import type { Value } from '#schemas/generated/definitions/value.ts'
import type { Placed, PropertyType } from '#schemas/generated/entities/layout.ts'

/** What travels on the wire for one property: JSON, null while unknown. */
export type RawValue =
  | string
  | number
  | boolean
  | null
  | readonly unknown[]
  | { readonly [key: string]: unknown }

/** Where an order stands (docs/behaviour.md, "Orders tell the truth"). `reported` is the quiet state. */
export type Delivery =
  | { phase: 'reported' }
  | { phase: 'sending' | 'accepted' | 'confirmed'; wanted: RawValue }
  | { phase: 'failed'; wanted: RawValue; reason: string; retry: () => void }
  | { phase: 'diverged'; wanted: RawValue; retry: () => void }

/** Where a widget is drawn: in the middle of a tile, at the right of a tile's head, or on the device page. */
export type Place = 'tile' | 'head' | 'page'

/** A value put into words: "62" "%", with the icon that stands for it. */
export interface Reading {
  text: string
  unit?: string
  icon?: string
  /** Colours the reading when it needs attention. */
  level?: 'ok' | 'warn' | 'danger' | 'lit'
}

/** Turns values into words of the current language. Handed to pure functions, so that they run without React. */
export interface Words {
  number(value: number, digits?: number): string
  /** Text of an option, a unit, a state: the translation when there is one, else the fallback. */
  say(key: string, fallback: string): string
}

export interface WidgetProps<V, O> {
  label: string
  value: V
  options: O
  place: Place
  disabled: boolean
  /** Why it is disabled, as a sentence. */
  reason?: string
  state: Delivery
  commit(value: V): void
}

/** What it sends has to be held or asked first: nothing quicker may send it in its place. */
type Guarded = true

/** A widget over one property. Without `encode` it only reads. */
export interface Widget<V, O> {
  kind: PropertyType
  /** Which places it can fill; an absent one falls back to its reading. */
  places: readonly Place[]
  guarded?: Guarded
  /** Works out the options from the description of the value and the placement's own parameters. */
  options(value: Value, placed: Placed): O
  decode(raw: RawValue | undefined, options: O): V
  encode?(value: V, options: O): RawValue
  /** The value in words: for footers, tables, tooltips and screen readers. */
  read(value: V, options: O, words: Words): Reading
  Component: ComponentType<WidgetProps<V, O>>
  accessibility: Accessibility
  examples: readonly Example[]
}

export interface PropertyKeyParts {
  service: string
  property: string
}

export interface PanelProps<O> {
  label: string
  /** The listed properties and no others, keyed `service/property`. */
  values: ReadonlyMap<string, RawValue>
  /** Delivery state per property, keyed alike. */
  states: ReadonlyMap<string, Delivery>
  options: O
  place: Place
  disabled: boolean
  reason?: string
  commit(to: PropertyKeyParts, value: RawValue): void
}

/** A widget over several properties: it reads and sends those that its placement lists, nothing else. */
export interface Panel<O> {
  kind: PropertyType
  places: readonly Place[]
  guarded?: Guarded
  /** Draws rows and no head of its own: what stands at its corner needs a place beside it. */
  headless?: true
  options(placed: Placed): O
  read(values: ReadonlyMap<string, RawValue>, options: O, words: Words): Reading
  Component: ComponentType<PanelProps<O>>
  accessibility: Accessibility
  examples: readonly Example[]
}

/** The contract that the axe and keyboard tests hold the widget to. */
export interface Accessibility {
  role: string
  keys: Readonly<Record<string, string>>
}

/** What the widget gallery and the tests draw. */
export interface Example {
  name: string
  placed: Placed
  values: Readonly<Record<string, RawValue>>
  disabled?: boolean
}

export type AnyWidget = ({ panel?: false } & Widget<unknown, unknown>) | ({ panel: true } & Panel<unknown>)

/**
 * The registry holds widgets of every value type. Each is only ever given what its own `options` and `decode` made,
 * which the type system cannot follow through a map: the one cast of the contract.
 */
const anyWidget = (widget: unknown): AnyWidget => widget as AnyWidget

export const defineWidget = <V, O>(widget: Widget<V, O>): AnyWidget => anyWidget(widget)
export const definePanel = <O>(panel: Panel<O>): AnyWidget => anyWidget({ ...panel, panel: true })

/** A widget whose code comes when the first one is drawn: what is there at once is what placing it needs. */
export interface LazyWidget extends Part<AnyWidget>, Pick<AnyWidget, 'kind' | 'places' | 'guarded'> {
  panel: boolean
}

/** Keeps large widgets out of what the first tiles wait for; `fetchWidget` imports the file that defines it. */
export const defineLazy = (
  head: Pick<LazyWidget, 'kind' | 'places' | 'panel' | 'guarded'>,
  fetchWidget: () => Promise<{ default: AnyWidget }>,
): LazyWidget => ({ ...head, ...partOf(async () => (await fetchWidget()).default) })

export type RegisteredWidget = AnyWidget | LazyWidget

export const isLazy = (widget: RegisteredWidget): widget is LazyWidget => 'load' in widget

/** The widget itself; undefined while its code has not come. */
export const arrived = (widget: RegisteredWidget | undefined): AnyWidget | undefined =>
  widget && isLazy(widget) ? widget.current() : widget

export type WidgetRegistry = ReadonlyMap<string, RegisteredWidget>

/** Collects widgets by kind; two of one kind are a programming error. */
export function registryOf(widgets: readonly RegisteredWidget[]): WidgetRegistry {
  const registry = new Map<string, RegisteredWidget>()
  for (const widget of widgets) {
    if (registry.has(widget.kind)) throw new Error(`Two widgets claim the property type ${widget.kind}`)
    registry.set(widget.kind, widget)
  }
  return registry
}
