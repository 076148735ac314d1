import { setMaxListeners } from 'node:events';
import { Annotation, END, Send, START, StateGraph } from '@langchain/langgraph';

// Its tasks all listen to one signal, which Node would warn of in every run.
setMaxListeners(0);

export const name = 'LangGraph.js';

/** Nodes in a row that each add one to the value in the state. */
export function chain(length) {
  const State = Annotation.Root({ value: Annotation() });
  const graph = new StateGraph(State);
  for (let i = 1; i <= length; i++) graph.addNode(`n${i}`, ({ value }) => ({ value: value + 1 }));
  graph.addEdge(START, 'n1');
  for (let i = 2; i <= length; i++) graph.addEdge(`n${i - 1}`, `n${i}`);
  graph.addEdge(`n${length}`, END);
  const compiled = graph.compile();
  return async (value) => (await compiled.invoke({ value }, { recursionLimit: length + 10 })).value;
}

/** One task for each item, by `Send`, gathered by a reducer. */
export function fanOut() {
  const State = Annotation.Root({
    list: Annotation(),
    done: Annotation({ reducer: (all, more) => all.concat(more), default: () => [] }),
  });
  const compiled = new StateGraph(State)
    .addNode('add', ({ item, index }) => ({ done: [{ index, value: item + 1 }] }))
    .addConditionalEdges(START, ({ list }) => list.map((item, index) => new Send('add', { item, index })))
    .addEdge('add', END)
    .compile();
  return async (list) => {
    const { done } = await compiled.invoke({ list });
    return done.sort((a, b) => a.index - b.index).map(({ value }) => value);
  };
}
