/** An MQTT connection that is handed in: it reconnects by itself and subscribes again what was subscribed. */
export interface MqttPort {
  subscribe(topics: readonly string[]): void
  unsubscribe(topics: readonly string[]): void
  publish(topic: string, payload: string, options?: { retain?: boolean; qos?: 0 | 1 | 2 }): void
  /** Both answer with what takes the listener back. */
  onMessage(listener: (topic: string, payload: string) => void): () => void
  /** Called at once with the present state, and whenever it changes. */
  onState(listener: (connected: boolean) => void): () => void
  close(): Promise<void>
}
