import { Failure, type Handlers } from "@triptych/contract";
import type { components, operations, security } from "../generated/tasks.ts";

export type Task = components["schemas"]["Task"];

/** One method for each operation of openapi.yaml: a missing one, or a wrong response, does not compile. */
export function taskHandlers(tasks: Task[]) {
  return {
    listTasks: ({ query: { done } }) => ({
      status: 200,
      body: tasks.filter((task) => done === undefined || task.done === done),
    }),

    createTask({ body: { title, done } }) {
      const task: Task = { id: tasks.length + 1, title, done };
      tasks.push(task);
      return { status: 201, headers: { Location: `/api/tasks/${task.id}` }, body: task };
    },

    getTask({ params: { id } }) {
      const task = tasks.find((task) => task.id === id);
      if (task === undefined) throw new Failure("notFound", "There is no such task.");
      return { status: 200, body: task };
    },
  } satisfies Handlers<operations, security, undefined>;
}
