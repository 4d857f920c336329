import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.Arrays;
import javax.tools.ToolProvider;
import org.openapitools.codegen.OpenAPIGenerator;

/**
 * Runs the programs that stdin names, a line each: its name and its arguments, separated by tabs. Prints a line with the
 * exit code after each; openapi-generator exits with its own when it reports an error.
 */
class Programs {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] words = line.split("\t");
            int code = run(words[0], Arrays.copyOfRange(words, 1, words.length));
            System.err.flush();
            System.out.println("exit code " + code);
        }
    }

    private static int run(String program, String[] arguments) {
        if (program.equals("javac")) {
            return ToolProvider.getSystemJavaCompiler().run(null, System.out, System.out, arguments);
        }
        try {
            OpenAPIGenerator.main(arguments);
            return 0;
        } catch (Throwable failure) {
            failure.printStackTrace(System.out);
            return 1;
        }
    }
}
